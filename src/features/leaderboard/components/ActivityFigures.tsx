import { useQuery } from '@tanstack/react-query'
import CalendarDays from 'lucide-react/icons/calendar-days'
import Clock from 'lucide-react/icons/clock'
import Flame from 'lucide-react/icons/flame'
import Trophy from 'lucide-react/icons/trophy'
import { useTranslation } from 'react-i18next'
import type { getHeatmap, getMonthlyStreak } from '#contract/activity/activity.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatDuration, formatNumber } from '#src/shared/lib/format.ts'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import { Stat } from '#src/shared/ui/content/Stat.tsx'
import { heatmapQuery, monthlyStreakQuery } from '../api/leaderboard.queries.ts'
import { BlockError } from './BlockError.tsx'

/** Four figures of the year and the streak, below the section's heading. */
export const ActivityFigures = ({ titleId }: { titleId: string }) => {
  const { t } = useTranslation('leaderboard')
  const year = useQuery(heatmapQuery())
  const streak = useQuery(monthlyStreakQuery())
  const failed = year.isError ? year : streak
  return (
    <div>
      <h2 id={titleId} className="mb-3 text-lg font-semibold text-ink">
        {t('activity.title')}
      </h2>
      {year.data && streak.data ? (
        <Figures year={year.data} streak={streak.data} />
      ) : failed.isError ? (
        <Card>
          <BlockError
            error={failed.error}
            fallback={t(failed === year ? 'heatmap.failed' : 'streak.failed')}
            pending={failed.isFetching}
            onRetry={() => void failed.refetch()}
          />
        </Card>
      ) : (
        <div role="status" aria-busy="true">
          <span className="sr-only">{t('activity.loading')}</span>
          <Skeleton className="h-28 w-full" />
        </div>
      )}
    </div>
  )
}

type Year = ResponseOf<typeof getHeatmap>
type Streak = ResponseOf<typeof getMonthlyStreak>

const Figures = ({ year, streak }: { year: Year; streak: Streak }) => {
  const { t } = useTranslation('leaderboard')
  const language = useLanguage()
  const total = year.days.reduce((sum, { minutes }) => sum + minutes, 0)
  return (
    <dl className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
      <Stat label={t('activity.total')} value={formatDuration(total, language)} icon={<Clock size={20} />} />
      <Stat
        label={t('activity.days')}
        value={formatNumber(year.days.length, language)}
        icon={<CalendarDays size={20} />}
      />
      <Stat
        label={t('streak.title')}
        value={t('streak.days', { count: streak.current_streak })}
        icon={<Flame size={20} />}
      />
      <Stat
        label={t('activity.longest')}
        value={t('streak.days', { count: streak.longest_streak })}
        icon={<Trophy size={20} />}
      />
    </dl>
  )
}
