import { Suspense, lazy } from 'react'
import { afterInteractive } from '#src/core/after-interactive.ts'
import { loadTexts } from '#src/core/i18n/language.ts'
import { ContinueLearning, Greeting } from '#src/features/courses/index.ts'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import { HomeSkeleton } from './home/HomeSkeleton.tsx'
import { useHour } from './home/use-hour.ts'
import { useSendProgress } from './home/use-send-progress.ts'

/** People open the home to continue learning; the other blocks load after that is possible. */
const prepareLowerBlocks = async () => {
  await afterInteractive()
  void loadTexts('leaderboard')
}
const MainBlocks = lazy(async () => {
  await prepareLowerBlocks()
  return { default: (await import('./home/LowerBlocks.tsx')).MainBlocks }
})
const SideBlocks = lazy(async () => {
  await prepareLowerBlocks()
  return { default: (await import('./home/LowerBlocks.tsx')).SideBlocks }
})

/** Approximate heights of the blocks, so that the page does not move when they load. */
const MAIN_HEIGHTS = ['h-296 sm:h-136', 'h-176 sm:h-140', 'h-100', 'h-72', 'h-184 sm:h-116']
const SIDE_HEIGHTS = ['h-80', 'h-48', 'h-44', 'h-56']

const Skeletons = ({ heights }: { heights: readonly string[] }) =>
  heights.map((height) => <Skeleton key={height} className={height} />)

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
          <Suspense fallback={<Skeletons heights={MAIN_HEIGHTS} />}>
            <MainBlocks />
          </Suspense>
        </div>
        <div className="grid content-start gap-6 sm:grid-cols-2 lg:grid-cols-1">
          <Suspense fallback={<Skeletons heights={SIDE_HEIGHTS} />}>
            <SideBlocks />
          </Suspense>
        </div>
      </div>
    </Suspense>
  )
}
