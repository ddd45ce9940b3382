import { useTranslation } from 'react-i18next'
import { OverallProgress } from '#src/features/courses/index.ts'
import { BadgesCard, GoalCard, HeatmapCard, HoursCard, StreakCard } from '#src/features/leaderboard/index.ts'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'

/** /progress: what somebody has learned so far, and the goal of the week. */
export const ProgressPage = () => {
  const { t } = useTranslation('leaderboard')
  return (
    <>
      <PageHeader title={t('progress.title')} text={t('progress.intro')} />
      <div className="grid items-start gap-6 lg:grid-cols-[1fr_340px]">
        <div className="order-last flex min-w-0 flex-col gap-6 lg:order-first">
          <HoursCard />
          <HeatmapCard />
          <BadgesCard />
        </div>
        <div className="grid items-start gap-6 sm:grid-cols-2 lg:grid-cols-1">
          <StreakCard />
          <GoalCard />
          <OverallProgress />
        </div>
      </div>
    </>
  )
}
