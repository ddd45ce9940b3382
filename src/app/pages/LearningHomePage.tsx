import { useQuery } from '@tanstack/react-query'
import { Suspense, lazy } from 'react'
import { afterInteractive } from '#src/core/after-interactive.ts'
import { loadTexts } from '#src/core/i18n/language.ts'
import type { LearningHome } from '#contract/courses/learning-home.ts'
import { ContinueLearning, Greeting, learningHomeQuery } from '#src/features/courses/index.ts'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import { HomeSkeleton, LowerSkeleton } from './home/HomeSkeleton.tsx'
import { useHour } from './home/use-hour.ts'
import { useSendProgress } from './home/use-send-progress.ts'

/** People open the home to continue learning; the other blocks load after that is possible. */
const loadLowerBlocks = async () => {
  await afterInteractive()
  void loadTexts('leaderboard')
  return import('./home/LowerBlocks.tsx')
}
const TodayStrip = lazy(async () => ({ default: (await loadLowerBlocks()).TodayStrip }))
const LowerBlocks = lazy(async () => ({ default: (await loadLowerBlocks()).LowerBlocks }))

/** Blocks without data stay away until they have some. */
const hasStarted = ({ courses }: LearningHome) => courses.some(({ state }) => state !== 'not_started')
const hasFinishedLesson = ({ overall }: LearningHome) => overall.completed_items > 0

/** / and /learn. Each block loads, fails and renders on its own. */
export const LearningHomePage = () => {
  useSendProgress()
  const hour = useHour()
  const home = useQuery(learningHomeQuery()).data
  return (
    <Suspense fallback={<HomeSkeleton />}>
      <Greeting hour={hour} />
      <div className="flex flex-col gap-8">
        {(!home || hasStarted(home)) && (
          <Suspense fallback={<Skeleton className="h-21" />}>
            <TodayStrip />
          </Suspense>
        )}
        <ContinueLearning />
        <Suspense fallback={<LowerSkeleton />}>
          <LowerBlocks hasLeaderboard={!home || hasFinishedLesson(home)} />
        </Suspense>
      </div>
    </Suspense>
  )
}
