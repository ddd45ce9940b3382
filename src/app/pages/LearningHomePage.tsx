import { Suspense } from 'react'
import { ContinueLearning, Greeting, MyCourses, OverallProgress } from '#src/features/courses/index.ts'
import {
  BadgesCard,
  GoalCard,
  HeatmapCard,
  HoursCard,
  LeadersCard,
  MarksCard,
  StreakCard,
} from '#src/features/leaderboard/index.ts'
import { useKeptProgress } from './home/use-kept-progress.ts'
import { useHour } from './home/use-hour.ts'
import { HomeSkeleton } from './home/HomeSkeleton.tsx'
import { Later } from './home/Later.tsx'

/** / and /learn: each block waits, fails and fills on its own. */
export const LearningHomePage = () => {
  useKeptProgress()
  const hour = useHour()
  return (
    <Suspense fallback={<HomeSkeleton />}>
      <Greeting hour={hour} />
      <div className="grid gap-6 lg:grid-cols-[1fr_340px]">
        <div className="flex min-w-0 flex-col gap-8">
          <ContinueLearning />
          <Later height="h-296 sm:h-136">
            <MyCourses />
          </Later>
          <Later height="h-176 sm:h-140">
            <MarksCard />
          </Later>
          <Later height="h-100">
            <HoursCard />
          </Later>
          <Later height="h-72">
            <HeatmapCard />
          </Later>
          <Later height="h-184 sm:h-116">
            <BadgesCard />
          </Later>
        </div>
        <div className="grid content-start gap-6 sm:grid-cols-2 lg:grid-cols-1">
          <Later height="h-80">
            <StreakCard />
          </Later>
          <Later height="h-48">
            <GoalCard />
          </Later>
          <Later height="h-44">
            <OverallProgress />
          </Later>
          <Later height="h-56">
            <LeadersCard />
          </Later>
        </div>
      </div>
    </Suspense>
  )
}
