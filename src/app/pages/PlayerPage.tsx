import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useCallback } from 'react'
import { useParams } from 'react-router-dom'
import type { ProgressResult } from '#contract/courses/courses.ts'
import { hasFeature } from '#src/core/client-config/features.ts'
import { useAppDispatch } from '#src/core/store/hooks.ts'
import { useAfterInteractive } from '#src/core/after-interactive.ts'
import { LessonQuestions } from '#src/features/community/index.ts'
import { TopicPage } from '#src/features/courses/learning/index.ts'
import { learningHomeKeys, progressSaved, useCourse } from '#src/features/courses/index.ts'
import { SaveFold } from '#src/features/offline/index.ts'
import { useClient } from '../layouts/use-client.ts'

type Place = { courseId: number; topicId: number; itemId: number | null }

/** The player with the outline that courses owns; what it saves reaches the course and the home. */
export const PlayerPage = () => {
  const courseId = Number(useParams()['courseId'])
  const { course } = useCourse(Number.isInteger(courseId) && courseId > 0 ? courseId : null)
  const dispatch = useAppDispatch()
  const cache = useQueryClient()
  const saved = useCallback(
    (result: ProgressResult) => {
      dispatch(progressSaved(result))
      void cache.invalidateQueries({ queryKey: learningHomeKeys.all })
    },
    [dispatch, cache],
  )
  const after = (place: Place) => <BelowLesson place={place} savedId={course?.progress ? course.id : null} />
  return <TopicPage outline={course} onProgress={saved} after={after} />
}

/** What no lesson is opened for: its questions, where the client has a community, and saving the course. */
const BelowLesson = ({ place, savedId }: { place: Place; savedId: number | null }) => {
  const { features } = useClient()
  if (!useAfterInteractive()) return null
  return (
    <>
      {hasFeature(features, 'community_forum') && (
        <Suspense>
          <LessonQuestions {...place} />
        </Suspense>
      )}
      {savedId !== null && (
        <Suspense>
          <SaveFold courseId={savedId} />
        </Suspense>
      )}
    </>
  )
}
