import { useTranslation } from 'react-i18next'
import { paths } from '#src/core/paths.ts'
import { OverallProgress } from '#src/features/courses/index.ts'
import { PlanCard } from '#src/features/learner-plan/index.ts'
import { BadgesCard, GoalCard, HeatmapCard, HoursCard, StreakCard } from '#src/features/leaderboard/index.ts'
import { BackLink } from '#src/shared/ui/BackLink.tsx'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { usePlanChanged } from './home/use-plan-changed.ts'

/** /progress: what somebody has learned so far, and the goal of the week. */
export const ProgressPage = () => {
  const { t } = useTranslation('leaderboard')
  const planChanged = usePlanChanged()
  return (
    <>
      <PageHeader
        title={t('progress.title')}
        text={t('progress.intro')}
        above={<BackLink to={paths.home}>{t('progress.back')}</BackLink>}
      />
      <div className="grid items-start gap-4 sm:gap-6 lg:grid-cols-[1fr_340px]">
        <div className="order-last flex min-w-0 flex-col gap-4 sm:gap-6 lg:order-first">
          <HoursCard />
          <HeatmapCard />
          <BadgesCard />
        </div>
        <div className="grid items-start gap-4 sm:grid-cols-2 sm:gap-6 lg:grid-cols-1">
          <StreakCard />
          <GoalCard />
          <OverallProgress />
          <PlanCard onSaved={planChanged} />
        </div>
      </div>
    </>
  )
}
