import { useQuery } from '@tanstack/react-query'
import { Suspense, lazy, useState } from 'react'
import { afterInteractive } from '#src/core/after-interactive.ts'
import { loadTexts } from '#src/core/i18n/language.ts'
import type { LearningHome } from '#contract/courses/learning-home.ts'
import { ContinueLearning, Greeting, learningHomeQuery } from '#src/features/courses/index.ts'
import { useSettleHome } from '../home-settled.ts'
import { FirstDaySkeleton, HomeSkeleton, LowerSkeleton, StripSkeleton } from './home/HomeSkeleton.tsx'
import { useHour } from './home/use-hour.ts'
import { useSendProgress } from './home/use-send-progress.ts'

/** People open the home to continue learning; the other blocks load after that is possible. */
const importLowerBlocks = () => import('./home/LowerBlocks.tsx')
const loadLowerBlocks = async () => {
  await afterInteractive()
  void loadTexts('leaderboard')
  return importLowerBlocks()
}
/** On the first day nothing else is on the page. */
const FirstDay = lazy(async () => {
  const [{ FirstDay: Page }] = await Promise.all([
    importLowerBlocks(),
    loadTexts(['learner-plan', 'courses/catalogue']),
  ])
  return { default: Page }
})
const TodayStrip = lazy(async () => ({ default: (await loadLowerBlocks()).TodayStrip }))
const NextClass = lazy(async () => ({ default: (await loadLowerBlocks()).NextClass }))
const LowerBlocks = lazy(async () => ({ default: (await loadLowerBlocks()).LowerBlocks }))

const isFirstDay = ({ overall }: LearningHome) => overall.enrolled_courses === 0
/** Blocks without data stay away until they have some. */
const hasStarted = ({ courses }: LearningHome) => courses.some(({ state }) => state !== 'not_started')
const hasFinishedLesson = ({ overall }: LearningHome) => overall.completed_items > 0
/** One that began yesterday and is not over is today's, too. */
const classToday = ({ next_class: next }: LearningHome) =>
  next &&
  Date.parse(next.ends_at) > Date.now() &&
  Date.parse(next.starts_at) < new Date().setHours(24, 0, 0, 0)
    ? next
    : null

/** / and /learn. Each block loads, fails and renders on its own. */
export const LearningHomePage = () => {
  useSendProgress()
  const hour = useHour()
  const { data: home, isFetched } = useQuery(learningHomeQuery())
  const isUnknown = !home && !isFetched
  return (
    <Suspense fallback={<HomeSkeleton />}>
      <Greeting hour={hour} />
      <div className="flex flex-col gap-8">
        {home && isFirstDay(home) ? (
          <Suspense fallback={<FirstDaySkeleton />}>
            <FirstDay />
          </Suspense>
        ) : (
          <ReturningDay key={String(isUnknown)} home={home} isUnknown={isUnknown} />
        )}
      </div>
    </Suspense>
  )
}

/** Until it is known whether this is somebody's first day, the other blocks request nothing. */
const ReturningDay = ({ home, isUnknown }: { home: LearningHome | undefined; isUnknown: boolean }) => {
  useSettleHome(!isUnknown)
  const session = home && classToday(home)
  // A class that is heard of later moves nothing that people may be about to press.
  const [isKnown] = useState(Boolean(session))
  const nextClass = session && (
    <Suspense fallback={<StripSkeleton />}>
      <NextClass session={session} />
    </Suspense>
  )
  return (
    <>
      <div className="flex flex-col gap-3 empty:hidden">
        {isUnknown ? (
          <StripSkeleton />
        ) : (
          (!home || hasStarted(home)) && (
            <Suspense fallback={<StripSkeleton />}>
              <TodayStrip />
            </Suspense>
          )
        )}
        {isKnown && nextClass}
      </div>
      <ContinueLearning />
      {!isKnown && nextClass}
      {isUnknown ? (
        <LowerSkeleton />
      ) : (
        <Suspense fallback={<LowerSkeleton />}>
          <LowerBlocks hasLeaderboard={!home || hasFinishedLesson(home)} />
        </Suspense>
      )}
    </>
  )
}
