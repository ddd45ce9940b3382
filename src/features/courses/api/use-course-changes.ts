import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useAppDispatch } from '#src/core/store/hooks.ts'
import { loadCourse, progressSaved } from '../model/courses-slice.ts'
import { consequencesOf, type Consequence, type CourseChange } from './consequences.ts'

/** Carries out the consequences of a change. Resolves when the invalidated queries on the page are fetched again. */
export const useCourseChanges = (): ((change: CourseChange) => Promise<void>) => {
  const client = useQueryClient()
  const dispatch = useAppDispatch()
  return useCallback(
    async (change) => {
      const perform = async (consequence: Consequence): Promise<void> => {
        switch (consequence.type) {
          case 'invalidate':
            return client.invalidateQueries({ queryKey: consequence.queryKey })
          case 'write':
            return void client.setQueryData(consequence.queryKey, consequence.update)
          case 'reloadCourse':
            return void dispatch(loadCourse(consequence.courseId))
          case 'showProgress':
            return void dispatch(progressSaved(consequence.result))
        }
      }
      await Promise.all(consequencesOf(change).map(perform))
    },
    [client, dispatch],
  )
}
