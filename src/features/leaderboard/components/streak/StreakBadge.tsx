import { useQuery } from '@tanstack/react-query'
import Flame from 'lucide-react/icons/flame'
import { useTranslation } from 'react-i18next'
import { STREAK_SERIES_DAYS } from '#contract/limits.ts'
import { Count } from '#src/shared/ui/content/Count.tsx'
import { DropPanel } from '#src/shared/ui/overlays/DropPanel.tsx'
import { hoursQuery } from '../../api/leaderboard.queries.ts'
import { streakOf } from '../../model/streak.ts'
import { LeaderList } from '../LeaderList.tsx'
import { OwnStreak } from './OwnStreak.tsx'

/** The streak in the top bar; hover, press or tap opens the Daily Leaders (spec 2: Top bar). */
export const StreakBadge = () => {
  const { t } = useTranslation('leaderboard')
  const hours = useQuery(hoursQuery(STREAK_SERIES_DAYS))
  const streak = hours.data ? streakOf(hours.data.hours_spent) : null
  const label = streak === null ? t('streak.title') : t('streak.badge', { count: streak })
  return (
    <DropPanel
      opensOnHover
      label={t('leaders.title')}
      closeLabel={t('leaders.close')}
      trigger={(props) => (
        <button
          {...props}
          type="button"
          aria-label={`${label}. ${t('leaders.title')}`}
          className="flex min-h-11 min-w-11 items-center justify-center gap-1.5 rounded-full px-3 font-semibold tabular-nums text-ink hover:bg-surface-sunken"
        >
          <Flame
            aria-hidden="true"
            size={20}
            className={streak ? 'fill-decor-flame stroke-decor-flame-edge' : 'text-ink-muted'}
          />
          <Count>{streak ?? '–'}</Count>
        </button>
      )}
    >
      <div className="flex flex-col gap-4 p-4 max-sm:pt-0">
        <OwnStreak />
        <div>
          <h2 className="mb-2 font-semibold text-ink">{t('leaders.title')}</h2>
          <LeaderList />
        </div>
      </div>
    </DropPanel>
  )
}
