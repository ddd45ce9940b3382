import { useQuery } from '@tanstack/react-query'
import Flame from 'lucide-react/icons/flame'
import { useTranslation } from 'react-i18next'
import type { getMonthlyStreak } from '#contract/activity/activity.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { cx } from '#src/shared/lib/cx.ts'
import { formatDate } from '#src/shared/lib/format.ts'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import { monthlyStreakQuery } from '../../api/leaderboard.queries.ts'
import { BlockError } from '../BlockError.tsx'

type Streak = ResponseOf<typeof getMonthlyStreak>

/** The streak, the minutes missing today, and the last 30 days as dots. */
export const StreakCard = () => {
  const { t } = useTranslation('leaderboard')
  const streak = useQuery(monthlyStreakQuery())
  return (
    <section aria-labelledby="progress-streak">
      <Card>
        <h2 id="progress-streak" className="mb-3 font-semibold text-ink">
          {t('streak.title')}
        </h2>
        {streak.data ? (
          <Facts streak={streak.data} />
        ) : streak.isError ? (
          <BlockError
            error={streak.error}
            fallback={t('streak.failed')}
            pending={streak.isFetching}
            onRetry={() => void streak.refetch()}
          />
        ) : (
          <div role="status" aria-busy="true">
            <span className="sr-only">{t('streak.loading')}</span>
            <Skeleton className="h-44 w-full" />
          </div>
        )}
      </Card>
    </section>
  )
}

const Facts = ({ streak }: { streak: Streak }) => {
  const { t } = useTranslation('leaderboard')
  const { current_streak: current, minutes_to_go: toGo } = streak
  return (
    <>
      <div className="flex items-center gap-4">
        <span
          className={cx(
            'flex size-14 shrink-0 items-center justify-center rounded-full',
            current > 0 ? 'bg-warning-soft' : 'bg-surface-sunken text-ink-muted',
          )}
        >
          <Flame
            aria-hidden="true"
            size={28}
            className={cx(current > 0 && 'fill-decor-flame stroke-decor-flame-edge')}
          />
        </span>
        <div>
          <p className="text-2xl font-bold tabular-nums text-ink">{t('streak.days', { count: current })}</p>
          <p className="text-sm text-ink-muted">{t('streak.longest', { count: streak.longest_streak })}</p>
        </div>
      </div>
      <p className={cx('mt-3 text-sm font-medium', toGo > 0 ? 'text-ink' : 'text-success-text')}>
        {toGo === 0 ? t('streak.safe') : t(current > 0 ? 'streak.toGo' : 'streak.toStart', { count: toGo })}
      </p>
      <Dots days={streak.days} />
      <p className="mt-3 text-xs text-ink-muted">{t('streak.rule')}</p>
    </>
  )
}

const Dots = ({ days }: { days: Streak['days'] }) => {
  const { t } = useTranslation('leaderboard')
  const language = useLanguage()
  const counted = days.filter((day) => day.counted).length
  return (
    <figure className="mt-4">
      <figcaption className="mb-2 text-xs text-ink-muted">
        {t('streak.last30')}
        <span className="sr-only">: {t('streak.counted', { count: counted })}</span>
      </figcaption>
      <ol aria-hidden="true" className="grid grid-cols-10 gap-1.5">
        {days.map((day) => {
          const date = formatDate(day.day, language)
          return (
            <li
              key={day.day}
              title={t(day.counted ? 'streak.dayCounted' : 'streak.dayNot', { day: date })}
              className={cx(
                'aspect-square max-w-6 rounded-md',
                day.counted ? 'bg-primary' : 'border border-line-strong bg-surface-sunken',
              )}
            />
          )
        })}
      </ol>
    </figure>
  )
}
