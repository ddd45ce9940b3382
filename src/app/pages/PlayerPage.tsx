import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useParams } from 'react-router-dom'
import type { ProgressResult } from '#contract/courses.ts'
import { useAppDispatch } from '#src/core/store/hooks.ts'
import { TopicPage } from '#src/features/course-player/index.ts'
import { learningHomeKeys, progressSaved, useCourse } from '#src/features/courses/index.ts'

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
  return <TopicPage outline={course} onProgress={saved} />
}
