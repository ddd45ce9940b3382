import { useQuery } from '@tanstack/react-query'
import Flame from 'lucide-react/icons/flame'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { cx } from '#src/shared/lib/cx.ts'
import { localeOf } from '#src/shared/lib/format.ts'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import { monthlyStreakQuery } from '../../api/leaderboard.queries.ts'

const DAYS_SHOWN = 7
const FLAME = 'fill-decor-flame stroke-decor-flame-edge'

/** One's own streak, before those of others: how long, what today still needs, and the last seven days. */
export const OwnStreak = () => {
  const { t } = useTranslation('leaderboard')
  const streak = useQuery(monthlyStreakQuery())
  if (streak.isError) return null
  if (!streak.data)
    return (
      <div role="status" aria-busy="true">
        <span className="sr-only">{t('streak.loading')}</span>
        <Skeleton className="h-31 w-full" />
      </div>
    )
  const { current_streak: current, minutes_to_go: toGo, days } = streak.data
  return (
    <section aria-label={t('streak.title')} className="border-b border-line pb-4">
      <div className="flex items-center gap-3">
        <span
          className={cx(
            'flex size-12 shrink-0 items-center justify-center rounded-full',
            current > 0 ? 'bg-warning-soft text-warning-text' : 'bg-surface-sunken text-ink-muted',
          )}
        >
          <Flame aria-hidden="true" size={26} className={cx(current > 0 && FLAME)} />
        </span>
        <div className="min-w-0">
          <p className="text-xl font-bold tabular-nums text-ink">{t('streak.days', { count: current })}</p>
          <p className={cx('text-sm', toGo > 0 ? 'text-ink-muted' : 'font-medium text-success-text')}>
            {toGo === 0
              ? t('streak.safe')
              : t(current > 0 ? 'streak.toGo' : 'streak.toStart', { count: toGo })}
          </p>
        </div>
      </div>
      <Week days={days.slice(-DAYS_SHOWN)} />
    </section>
  )
}

const Week = ({ days }: { days: readonly { day: string; counted: boolean }[] }) => {
  const { t } = useTranslation('leaderboard')
  const language = useLanguage()
  const weekday = (day: string, width: 'narrow' | 'long') =>
    new Intl.DateTimeFormat(localeOf(language), { weekday: width, timeZone: 'UTC' }).format(
      new Date(`${day}T12:00:00Z`),
    )
  return (
    <ol className="mt-3 flex justify-between gap-1">
      {days.map(({ day, counted }) => (
        <li key={day} className="flex flex-col items-center gap-1">
          <span className="sr-only">
            {t(counted ? 'streak.dayCounted' : 'streak.dayNot', { day: weekday(day, 'long') })}
          </span>
          <span
            aria-hidden="true"
            className={cx(
              'flex size-7 items-center justify-center rounded-full',
              counted ? 'bg-warning-soft text-warning-text' : 'border border-line-strong',
            )}
          >
            {counted && <Flame size={14} className={FLAME} />}
          </span>
          <span aria-hidden="true" className="text-xs text-ink-muted">
            {weekday(day, 'narrow')}
          </span>
        </li>
      ))}
    </ol>
  )
}
