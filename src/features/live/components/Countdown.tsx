import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { serverNow } from '#src/core/session/server-clock.ts'
import { formatNumber } from '#src/shared/lib/format.ts'
import { useCountdown } from '#src/shared/lib/hooks/use-countdown.ts'

type Props = {
  /** Epoch ms on the server’s clock. */
  until: number
  label: string
}

const DAY = 86_400
const HOUR = 3_600

/** Days, hours, minutes and seconds left; days stand only while there are some. */
export const Countdown = ({ until, label }: Props) => {
  const { t } = useTranslation('live')
  const language = useLanguage()
  const [clockOffset] = useState(() => serverNow() - Date.now())
  const left = useCountdown(until - clockOffset)
  const parts = [
    { key: 'days', value: Math.floor(left / DAY) },
    { key: 'hours', value: Math.floor((left % DAY) / HOUR) },
    { key: 'minutes', value: Math.floor((left % HOUR) / 60) },
    { key: 'seconds', value: left % 60 },
  ] as const
  const shown = parts.slice(left >= DAY ? 0 : left >= HOUR ? 1 : 2)
  const text = shown.map(({ key, value }) => t(`countdown.${key}`, { count: value }))
  return (
    <div role="timer" aria-label={`${label} ${text.join(' ')}`}>
      <p aria-hidden="true" className="text-sm text-ink-muted">
        {label}
      </p>
      <div aria-hidden="true" className="mt-2 flex gap-2">
        {shown.map(({ key, value }) => (
          <span
            key={key}
            className="flex min-w-16 flex-1 flex-col items-center rounded-xl bg-surface-sunken px-2 py-3"
          >
            <span className="text-3xl font-bold leading-none tabular-nums text-ink">
              {formatNumber(value, language, { minimumIntegerDigits: 2 })}
            </span>
            <span className="mt-1.5 text-xs text-ink-muted">
              {t(`countdown.units.${key}`, { count: value })}
            </span>
          </span>
        ))}
      </div>
    </div>
  )
}
