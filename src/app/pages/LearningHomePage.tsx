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
import { useSendProgress } from './home/use-send-progress.ts'
import { useHour } from './home/use-hour.ts'
import { HomeSkeleton } from './home/HomeSkeleton.tsx'
import { DeferredBlock } from './home/DeferredBlock.tsx'

/** / and /learn. Each block loads, fails and renders on its own. */
export const LearningHomePage = () => {
  useSendProgress()
  const hour = useHour()
  return (
    <Suspense fallback={<HomeSkeleton />}>
      <Greeting hour={hour} />
      <div className="grid gap-6 lg:grid-cols-[1fr_340px]">
        <div className="flex min-w-0 flex-col gap-8">
          <ContinueLearning />
          <DeferredBlock height="h-296 sm:h-136">
            <MyCourses />
          </DeferredBlock>
          <DeferredBlock height="h-176 sm:h-140">
            <MarksCard />
          </DeferredBlock>
          <DeferredBlock height="h-100">
            <HoursCard />
          </DeferredBlock>
          <DeferredBlock height="h-72">
            <HeatmapCard />
          </DeferredBlock>
          <DeferredBlock height="h-184 sm:h-116">
            <BadgesCard />
          </DeferredBlock>
        </div>
        <div className="grid content-start gap-6 sm:grid-cols-2 lg:grid-cols-1">
          <DeferredBlock height="h-80">
            <StreakCard />
          </DeferredBlock>
          <DeferredBlock height="h-48">
            <GoalCard />
          </DeferredBlock>
          <DeferredBlock height="h-44">
            <OverallProgress />
          </DeferredBlock>
          <DeferredBlock height="h-56">
            <LeadersCard />
          </DeferredBlock>
        </div>
      </div>
    </Suspense>
  )
}
