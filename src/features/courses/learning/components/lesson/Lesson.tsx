import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '#src/shared/ui/feedback/EmptyState.tsx'
import { useTopicProgress } from '../../api/use-progress.ts'
import { usePlayerContext } from '../../context/player-context.ts'
import { neighbours, type Neighbour } from '../../model/lesson.ts'
import { PlayerHeader } from '../PlayerHeader.tsx'
import { ReadOnlyNote } from '../ReadOnlyNote.tsx'
import { LessonSideProvider } from '../side/side-context.ts'
import { StepList } from '../StepList.tsx'
import { usePageKeys } from '../use-page-keys.ts'
import { usePrefetchNext } from '../use-prefetch-next.ts'
import { useCompletedHere, useShownStep, useStepFocus } from '../use-shown-step.ts'
import { LessonFooter } from './LessonFooter.tsx'
import { LessonSection } from './LessonSection.tsx'
import { isCodeProblem, type LessonProps } from './lesson-props.ts'
import { useLessonSide } from './use-lesson-side.tsx'

/** One step of a topic with its header, the panels beside it, and the footer that leads on. */
export const Lesson = (props: LessonProps) => {
  const { courseId, page, requestedItem, outline, onProgress, after } = props
  const player = usePlayerContext()
  const shown = useShownStep(page.items, requestedItem)
  const shownId = shown?.id ?? null
  const adjacent = neighbours(page, shownId)
  const linkTo = useCallback(
    (target: Neighbour) =>
      player.topicPath(courseId, target.topicId) + (target.itemId === null ? '' : `?item=${target.itemId}`),
    [player, courseId],
  )
  const progress = useTopicProgress(courseId, page.topic.id, onProgress)
  const isCompletedHere = useCompletedHere(shown) !== null
  usePrefetchNext(courseId, page)
  usePageKeys(adjacent, linkTo)
  const title = useStepFocus(shownId)
  const side = useLessonSide(props, shown)
  const width = isCodeProblem(shown) ? 'mx-auto max-w-[96rem]' : 'mx-auto max-w-3xl'
  return (
    <LessonSideProvider value={side.context}>
      <div className="lesson-grid" data-beside={side.isOutlineBeside}>
        <div className="lesson-main px-4 pt-3 pb-8 sm:px-8">
          <div className={width}>
            <PlayerHeader
              courseId={courseId}
              page={page}
              outline={outline}
              currentId={shownId}
              isOutlineBeside={side.isOutlineBeside}
            />
            {player.isReadOnly && <ReadOnlyNote courseId={courseId} />}
            <StepList topicId={page.topic.id} items={page.items} currentId={shownId ?? 0} linkTo={linkTo} />
            {shown ? (
              <LessonSection key={shown.id} item={shown} titleRef={title} progress={progress} />
            ) : (
              <EmptyTopic title={page.topic.title} />
            )}
            {after?.({ courseId, topicId: page.topic.id, itemId: shownId })}
            <KeysHint />
          </div>
        </div>
        <LessonFooter
          key={shownId}
          page={page}
          shown={shown}
          isCompletedHere={isCompletedHere}
          {...adjacent}
          linkTo={linkTo}
          width={width}
          onComplete={progress.completeArticle}
        />
        {side.panels}
      </div>
    </LessonSideProvider>
  )
}

const KeysHint = () => {
  const { t } = useTranslation('courses/learning')
  return <p className="mt-6 hidden text-sm text-ink-muted pointer-fine:block">{t('move.hint')}</p>
}

const EmptyTopic = ({ title }: { title: string }) => {
  const { t } = useTranslation('courses/learning')
  return (
    <>
      <h1 className="sr-only">
        <bdi>{title}</bdi>
      </h1>
      <EmptyState title={t('page.empty')} text={t('page.emptyHint')} />
    </>
  )
}
