import { useQuery } from '@tanstack/react-query'
import { Suspense, useCallback, useEffect, useMemo, useState, type ReactNode, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import type { ProgressResult } from '#contract/courses/progress.ts'
import type { TopicItem, TopicPage as Page } from '#contract/courses/topic-page.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { EXTRA_LARGE, useMediaQuery } from '#src/shared/lib/hooks/use-media-query.ts'
import { EmptyState } from '#src/shared/ui/feedback/EmptyState.tsx'
import { FallbackNote } from '#src/shared/ui/feedback/FallbackNote.tsx'
import { Skeleton, SkeletonText } from '#src/shared/ui/feedback/Skeleton.tsx'
import { PlayerContextProvider, usePlayerContext } from '../context/player-context.ts'
import { readOnlyPlayerContext } from '../context/read-only-context.ts'
import { topicQuery } from '../api/topic.queries.ts'
import { sendPending } from '../api/send-pending.ts'
import { useTopicProgress } from '../api/use-progress.ts'
import { RenewalProvider, useTimelyRenewal } from '../components/address-renewal.ts'
import { ArticleStep } from '../components/article/ArticleStep.tsx'
import { ReadOnlyNote } from '../components/ReadOnlyNote.tsx'
import { MoveBar } from '../components/MoveBar.tsx'
import { NextBar } from '../components/NextBar.tsx'
import { Outline } from '../components/Outline.tsx'
import { PlayerHeader } from '../components/PlayerHeader.tsx'
import { PlayerError } from '../components/PlayerError.tsx'
import { StepList } from '../components/StepList.tsx'
import { ProblemStep, QuizStep, ScormStep, VideoStep } from '../components/steps.ts'
import { usePageKeys } from '../components/use-page-keys.ts'
import { useCompletedHere, useShownStep, useStepFocus } from '../components/use-shown-step.ts'
import { usePrefetchNext } from '../components/use-prefetch-next.ts'
import { PageTurnProvider, RouteSettledProvider } from '../components/page-turn-context.ts'
import { usePageTurnPosition } from '../components/use-page-turn-position.ts'
import { neighbours, type CourseOutline, type Neighbour } from '../model/lesson.ts'
import { parseId } from '#src/shared/lib/parse-id.ts'
import '../notes.css'
import '../player.css'

type Props = {
  /** The course's outline, which another feature loads; null until then. */
  outline: CourseOutline | null
  /** Lets the course's other data follow. */
  onProgress: (result: ProgressResult) => void
  /** Content of another feature below the lesson; gets the position that is shown. */
  after?: (position: { courseId: number; topicId: number; itemId: number | null }) => ReactNode
}

/** /learn/course/{courseId}/{submoduleId} */
export const TopicPage = (props: Props) => {
  const params = useParams()
  const courseId = parseId(params['courseId'])
  const { topicId, requestedItem, isSettled, turnTo } = usePageTurnPosition(
    courseId,
    parseId(params['submoduleId']),
  )
  const player = usePlayerContext()
  const topic = useQuery({
    ...topicQuery(courseId ?? 0, topicId ?? 0, player),
    enabled: courseId !== null && topicId !== null,
  })
  const { refetch } = topic
  const renewAddresses = useCallback(() => refetch(), [refetch])
  useTimelyRenewal(topic.data, renewAddresses)
  const readOnlyPlayer = useMemo(() => readOnlyPlayerContext(player), [player])
  useEffect(() => sendPending(), [])
  if (courseId === null || topicId === null || (topic.isError && !topic.data))
    return (
      <PlayerError
        error={topic.error}
        courseId={topicId === null ? null : courseId}
        onRetry={() => void topic.refetch()}
      />
    )
  if (!topic.data) return <PlayerSkeleton />
  return (
    <PageTurnProvider value={turnTo}>
      <RouteSettledProvider value={isSettled}>
        <RenewalProvider value={renewAddresses}>
          <PlayerContextProvider value={topic.data.looking ? readOnlyPlayer : player}>
            <Lesson
              key={topicId}
              courseId={courseId}
              page={topic.data}
              requestedItem={requestedItem}
              {...props}
            />
          </PlayerContextProvider>
        </RenewalProvider>
      </RouteSettledProvider>
    </PageTurnProvider>
  )
}

type LessonProps = Props & { courseId: number; page: Page; requestedItem: string | null }

const Lesson = ({ courseId, page, requestedItem, outline, onProgress, after }: LessonProps) => {
  const { t } = useTranslation('courses/learning')
  const player = usePlayerContext()
  const shown = useShownStep(page.items, requestedItem)
  const shownId = shown?.id ?? null
  const adjacent = neighbours(page, shownId)
  const linkTo = useCallback(
    (target: Neighbour) =>
      player.topicPath(courseId, target.topicId) + (target.itemId === null ? '' : `?item=${target.itemId}`),
    [player, courseId],
  )
  const [dismissedId, setDismissedId] = useState<number | null>(null)
  const progress = useTopicProgress(courseId, page.topic.id, onProgress)
  const completedId = useCompletedHere(shown)
  usePrefetchNext(courseId, page)
  usePageKeys(adjacent, linkTo)
  const title = useStepFocus(shownId)
  return (
    <div className="mx-auto flex w-full max-w-[1440px]">
      <div className="min-w-0 flex-1 px-4 pt-4 pb-32 sm:px-8">
        <PlayerHeader courseId={courseId} page={page} outline={outline} currentId={shownId} />
        <div className="mx-auto max-w-3xl">
          {player.isReadOnly && <ReadOnlyNote courseId={courseId} />}
          <StepList topicId={page.topic.id} items={page.items} currentId={shownId ?? 0} linkTo={linkTo} />
          {shown ? (
            <LessonSection key={shown.id} item={shown} titleRef={title} progress={progress} />
          ) : (
            <EmptyState title={t('page.empty')} text={t('page.emptyHint')} />
          )}
          <MoveBar courseId={courseId} {...adjacent} linkTo={linkTo} />
          {after?.({ courseId, topicId: page.topic.id, itemId: shownId })}
        </div>
      </div>
      <OutlineAside outline={outline} page={page} currentId={shownId} />
      {completedId !== null && dismissedId !== completedId && (
        <NextBar
          courseId={courseId}
          courseDone={page.course.percent === 100}
          next={adjacent.next}
          canAutoAdvance={shown?.type === 'article' || shown?.type === 'video'}
          linkTo={linkTo}
          onDismiss={() => setDismissedId(completedId)}
        />
      )}
    </div>
  )
}

type SectionProps = { item: TopicItem; titleRef: RefObject<HTMLHeadingElement | null>; progress: Progress }

const LessonSection = ({ item, titleRef, progress }: SectionProps) => {
  const { t } = useTranslation('courses/learning')
  const language = useLanguage()
  return (
    <section aria-labelledby="lesson-title">
      <h2
        ref={titleRef}
        id="lesson-title"
        tabIndex={-1}
        dir="auto"
        lang={item.language}
        className="mb-5 text-xl font-semibold text-ink sm:text-2xl"
      >
        {item.title}
      </h2>
      <FallbackNote
        written={item.content_language}
        reads={language}
        text={(name) => t('page.shownIn', { language: name })}
        className="mb-4"
      />
      <Suspense fallback={<SkeletonText lines={8} />}>
        <Step item={item} progress={progress} />
      </Suspense>
    </section>
  )
}

type OutlineProps = { outline: CourseOutline | null; page: Page; currentId: number | null }

const OutlineAside = ({ outline, page, currentId }: OutlineProps) => {
  const { t } = useTranslation('courses/learning')
  const isWide = useMediaQuery(EXTRA_LARGE)
  return (
    <aside
      aria-label={t('page.outline')}
      className="sticky top-16 hidden h-[calc(100dvh-4rem)] w-80 shrink-0 overflow-y-auto border-s border-line bg-surface-raised p-5 xl:block"
    >
      <h2 className="mb-3 font-semibold text-ink">{t('page.outline')}</h2>
      {isWide && <Outline outline={outline} page={page} currentId={currentId} />}
    </aside>
  )
}

type Progress = ReturnType<typeof useTopicProgress>

const Step = ({ item, progress }: { item: TopicItem; progress: Progress }) => {
  switch (item.type) {
    case 'article':
      return <ArticleStep item={item} onComplete={progress.completeArticle} />
    case 'video':
      return <VideoStep item={item} onProgress={progress.accept} />
    case 'quiz':
      return <QuizStep item={item} onGraded={progress.quizGraded} />
    case 'problem':
      return <ProblemStep item={item} onProgress={progress.accept} />
    case 'scorm':
      return <ScormStep item={item} onProgress={progress.accept} />
  }
}

const PlayerSkeleton = () => {
  const { t } = useTranslation('courses/learning')
  return (
    <div role="status" aria-busy="true" className="mx-auto max-w-3xl px-4 pt-6 sm:px-8">
      <span className="sr-only">{t('page.loading')}</span>
      <Skeleton className="h-8 w-2/3" />
      <Skeleton className="mt-6 h-11 w-full" />
      <SkeletonText lines={10} className="mt-8" />
    </div>
  )
}
