import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CODE_STEP_MS } from '#contract/attendance/rules.ts'
import type { Board } from '#contract/attendance/sheets.ts'
import { paths } from '#src/core/paths.ts'
import { QrCode } from '#src/shared/ui/content/QrCode.tsx'

type Props = { board: Board; code: string; isStale: boolean }

/** A code that people read from the last row, and the same as a picture for their cameras. */
export const CodePoster = ({ board, code, isStale }: Props) => {
  const { t } = useTranslation('attendance/admin')
  const there = board.people.filter((person) => person.at !== null).length
  const address = `${window.location.origin}${paths.attendanceCheckIn(board.session.id, code)}`
  return (
    <div className="flex min-h-full flex-col items-center justify-center gap-5 card p-5 text-center sm:p-8">
      <QrCode text={address} label={t('screen.qr')} className="w-full max-w-xs rounded-xl" />
      <p
        dir="ltr"
        aria-live="off"
        className="text-5xl font-bold tracking-widest tabular-nums text-ink sm:text-6xl"
      >
        {code.slice(0, 4)} {code.slice(4)}
      </p>
      <TimeLeft key={code} ms={board.next_in_ms ?? 0} />
      <p className="text-lg text-ink-muted">
        {isStale ? t('screen.stale') : t('screen.there', { there, count: board.people.length })}
      </p>
    </div>
  )
}

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
    <div aria-hidden="true" className="h-1.5 w-64 max-w-full overflow-hidden rounded-full bg-line">
      <div ref={bar} className="h-full origin-left rounded-full bg-primary rtl:origin-right" />
    </div>
  )
}
