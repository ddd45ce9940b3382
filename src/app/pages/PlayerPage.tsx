import { Suspense, useCallback } from 'react'
import { useParams } from 'react-router-dom'
import type { ProgressResult } from '#contract/courses/progress.ts'
import { requestMoments } from '#src/core/moment-requests.ts'
import { hasFeature } from '#src/core/client-config/features.ts'
import { useAfterInteractive } from '#src/core/after-interactive.ts'
import { LessonQuestions } from '#src/features/community/index.ts'
import { TopicPage } from '#src/features/courses/learning/index.ts'
import { useCourse, useCourseChanges } from '#src/features/courses/index.ts'
import { CollapsedSaveCourse } from '#src/features/offline/index.ts'
import { useClient } from '../layouts/use-client.ts'

type Position = { courseId: number; topicId: number; itemId: number | null }

/** The course player with the course's outline; saved progress updates the course and the home. */
export const PlayerPage = () => {
  const courseId = Number(useParams()['courseId'])
  const { course } = useCourse(Number.isInteger(courseId) && courseId > 0 ? courseId : null)
  const courseChanged = useCourseChanges()
  const handleSaved = useCallback(
    (result: ProgressResult) => {
      void courseChanged({ type: 'progress', result })
      // Answers that no queue sends, such as a problem's.
      if (result.item.state === 'completed') requestMoments({ once: `item:${result.item.id}` })
    },
    [courseChanged],
  )
  const { features } = useClient()
  const after = () => course?.progress && <SaveCourseBelow courseId={course.id} />
  const questions = (position: Position) => <QuestionsBeside position={position} />
  return (
    <TopicPage
      outline={course}
      onProgress={handleSaved}
      after={after}
      questions={hasFeature(features, 'community_forum') ? questions : null}
    />
  )
}

/** Loads after the lesson can be read. */
const QuestionsBeside = ({ position }: { position: Position }) =>
  useAfterInteractive() && (
    <Suspense>
      <LessonQuestions {...position} />
    </Suspense>
  )

/** Loads after the lesson can be read. */
const SaveCourseBelow = ({ courseId }: { courseId: number }) =>
  useAfterInteractive() && (
    <Suspense>
      <CollapsedSaveCourse courseId={courseId} />
    </Suspense>
  )
