import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CODE_STEP_MS } from '#contract/attendance/rules.ts'
import type { Board } from '#contract/attendance/sheets.ts'
import { paths } from '#src/core/paths.ts'
import { Avatar } from '#src/shared/ui/content/Avatar.tsx'
import { QrCode } from '#src/shared/ui/content/QrCode.tsx'
import { newestFirst, useThereText } from './board-text.ts'

type Props = { board: Board; code: string; isStale: boolean }

/** Names that are large enough to read from the last row. */
const ARRIVALS = 3

/**
 * A code that people read from the last row, and the same as a picture for their cameras. In full screen both grow with
 * the screen, and the picture stands beside the code.
 */
export const CodePoster = ({ board, code, isStale }: Props) => {
  const { t } = useTranslation('attendance/admin')
  const there = useThereText(board.people)
  const address = `${window.location.origin}${paths.attendanceCheckIn(board.session.id, code)}`
  return (
    <div className="flex min-h-full flex-col items-center justify-center gap-5 card p-5 text-center sm:p-8 [:fullscreen_&]:gap-[5vw] [:fullscreen_&]:rounded-none [:fullscreen_&]:border-0 [:fullscreen_&]:p-[4vmin] landscape:[:fullscreen_&]:flex-row landscape:[:fullscreen_&]:text-start">
      {isStale ? (
        <p role="alert" className="max-w-sm text-xl font-semibold text-error-text">
          {t('screen.stale')}
        </p>
      ) : (
        <QrCode
          text={address}
          label={t('screen.qr')}
          className="w-full max-w-xs shrink-0 rounded-xl [:fullscreen_&]:w-[min(80vh,42vw)] [:fullscreen_&]:max-w-none portrait:[:fullscreen_&]:w-[min(50vh,84vw)]"
        />
      )}
      <div className="flex min-w-0 flex-col items-center gap-4 landscape:[:fullscreen_&]:items-start [:fullscreen_&]:gap-[2.5vmin]">
        <p className="hidden max-w-full text-[3vmin] font-semibold wrap-break-word text-ink [:fullscreen_&]:block">
          <bdi>{board.session.title}</bdi>
        </p>
        <p className="text-ink-muted [:fullscreen_&]:text-[2.6vmin]">{t('screen.howTo')}</p>
        {!isStale && (
          <>
            <p
              dir="ltr"
              data-code
              className="text-4xl font-bold tracking-wider whitespace-nowrap tabular-nums text-ink sm:text-6xl [:fullscreen_&]:text-[7.6vw] [:fullscreen_&]:leading-none portrait:[:fullscreen_&]:text-[14vw]"
            >
              {code.slice(0, 4)} {code.slice(4)}
            </p>
            <TimeLeft key={code} ms={board.next_in_ms ?? 0} />
          </>
        )}
        <p className="text-lg text-ink-muted [:fullscreen_&]:text-[3vmin] [:fullscreen_&]:text-ink">
          {there}
        </p>
        <Arrivals board={board} />
      </div>
    </div>
  )
}

/** In full screen: whoever checks in sees their name. */
const Arrivals = ({ board }: { board: Board }) => (
  <ul className="hidden min-h-[7vmin] flex-wrap gap-[1.5vmin] [:fullscreen_&]:flex">
    {newestFirst(board.people)
      .slice(0, ARRIVALS)
      .map((person) => (
        <li
          key={person.user_id}
          className="flex max-w-full items-center gap-[1.2vmin] rounded-full bg-success-soft py-[0.8vmin] ps-[0.8vmin] pe-[2vmin] text-[2.4vmin] text-success-text"
        >
          <Avatar name={person.name} size={32} />
          <bdi className="min-w-0 truncate">{person.name}</bdi>
        </li>
      ))}
  </ul>
)

/** Runs down by animation alone: nothing is counted on this device's clock. */
const TimeLeft = ({ ms }: { ms: number }) => {
  const bar = useRef<HTMLDivElement>(null)
  const [left] = useState(ms)
  useEffect(() => {
    const from = `scaleX(${left / CODE_STEP_MS})`
    const animation = (bar.current as Partial<Element> | null)?.animate?.call(
      bar.current as Element,
      [{ transform: from }, { transform: 'scaleX(0)' }],
      { duration: left, fill: 'forwards' },
    )
    return () => animation?.cancel()
  }, [left])
  return (
    <div
      aria-hidden="true"
      className="h-1.5 w-64 max-w-full overflow-hidden rounded-full bg-line [:fullscreen_&]:h-[1vmin] [:fullscreen_&]:w-full"
    >
      <div ref={bar} className="h-full origin-left rounded-full bg-primary rtl:origin-right" />
    </div>
  )
}
