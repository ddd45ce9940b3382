import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CODE_STEP_MS } from '#contract/attendance/rules.ts'
import type { Board } from '#contract/attendance/sheets.ts'
import { paths } from '#src/core/paths.ts'
import { Avatar } from '#src/shared/ui/content/Avatar.tsx'
import { QrCode } from '#src/shared/ui/content/QrCode.tsx'
import { newestFirst, useThereText } from './board-text.ts'
import './code-poster.css'

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
    <div className="code-poster flex min-h-full flex-col items-center justify-center gap-5 card p-5 text-center sm:p-8">
      {isStale ? (
        <p role="alert" className="max-w-sm text-xl font-semibold text-error-text">
          {t('screen.stale')}
        </p>
      ) : (
        <QrCode
          text={address}
          label={t('screen.qr')}
          className="code-poster-picture w-full max-w-xs shrink-0 rounded-xl"
        />
      )}
      <div className="code-poster-text flex min-w-0 flex-col items-center gap-4">
        <p className="code-poster-title max-w-full font-semibold wrap-break-word text-ink">
          <bdi>{board.session.title}</bdi>
        </p>
        <p className="code-poster-how text-ink-muted">{t('screen.howTo')}</p>
        {!isStale && (
          <>
            <p
              dir="ltr"
              data-code
              className="code-poster-code text-4xl font-bold tracking-wider whitespace-nowrap tabular-nums text-ink sm:text-6xl"
            >
              {code.slice(0, 4)} {code.slice(4)}
            </p>
            <TimeLeft key={code} ms={board.next_in_ms ?? 0} />
          </>
        )}
        <p className="code-poster-there text-lg text-ink-muted">{there}</p>
        <Arrivals board={board} />
      </div>
    </div>
  )
}

/** In full screen: whoever checks in sees their name. */
const Arrivals = ({ board }: { board: Board }) => (
  <ul className="code-poster-arrivals">
    {newestFirst(board.people)
      .slice(0, ARRIVALS)
      .map((person) => (
        <li
          key={person.user_id}
          className="flex max-w-full items-center rounded-full bg-success-soft text-success-text"
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
      className="code-poster-time h-1.5 w-64 max-w-full overflow-hidden rounded-full bg-line"
    >
      <div ref={bar} className="h-full origin-left rounded-full bg-primary rtl:origin-right" />
    </div>
  )
}
