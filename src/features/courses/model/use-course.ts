import { useCallback, useEffect } from 'react'
import type { CourseDetail } from '#contract/courses/outline.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { useAppDispatch, useAppSelector } from '#src/core/store/hooks.ts'
import { loadCourse, selectCurrentCourse } from './courses-slice.ts'
import type { Failure } from './failure.ts'
import { useRetryWhenOnline } from './use-retry-when-online.ts'

/** The current course: cached data immediately, refetched in the background. */
export const useCourse = (
  courseId: number | null,
): { course: CourseDetail | null; failure: Failure | null; reload: () => void } => {
  const dispatch = useAppDispatch()
  const current = useAppSelector(selectCurrentCourse)
  // The server answers in the language of the page.
  const language = useLanguage()
  useEffect(() => {
    if (courseId === null) return
    const request = dispatch(loadCourse(courseId))
    return () => request.abort()
  }, [dispatch, courseId, language])
  const reload = useCallback(() => {
    if (courseId !== null) void dispatch(loadCourse(courseId))
  }, [dispatch, courseId])
  const isLoaded = current.courseId === courseId
  // A retry after being offline keeps its failure until it ends, so that the page does not flicker.
  const isRetryingOffline = current.status === 'loading' && current.failure === 'offline'
  const failure = isLoaded && (current.status === 'failed' || isRetryingOffline) ? current.failure : null
  useRetryWhenOnline(failure === 'offline', reload)
  return {
    course: isLoaded ? current.course : null,
    failure,
    reload,
  }
}
