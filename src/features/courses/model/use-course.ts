import { useCallback, useEffect } from 'react'
import type { CourseDetail } from '#contract/courses/courses.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { useAppDispatch, useAppSelector } from '#src/core/store/hooks.ts'
import { loadCourse, selectCurrentCourse } from './courses-slice.ts'
import type { Failure } from './failure.ts'
import { useWhenBack } from './use-when-back.ts'

/** The current course: known data at once, read again behind it. */
export const useCourse = (
  courseId: number | null,
): { course: CourseDetail | null; failure: Failure | null; reload: () => void } => {
  const dispatch = useAppDispatch()
  const current = useAppSelector(selectCurrentCourse)
  // Its texts come in the language of the page.
  const language = useLanguage()
  useEffect(() => {
    if (courseId === null) return
    const reading = dispatch(loadCourse(courseId))
    return () => reading.abort()
  }, [dispatch, courseId, language])
  const reload = useCallback(() => {
    if (courseId !== null) void dispatch(loadCourse(courseId))
  }, [dispatch, courseId])
  const mine = current.courseId === courseId
  // While it is read again because the connection may be back, the page does not flicker.
  const rereads = current.status === 'loading' && current.failure === 'offline'
  const failure = mine && (current.status === 'failed' || rereads) ? current.failure : null
  useWhenBack(failure === 'offline', reload)
  return {
    course: mine ? current.course : null,
    failure,
    reload,
  }
}
