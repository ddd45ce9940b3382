import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CourseDetail } from '#contract/courses/outline.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { selectUser } from '#src/core/session/auth-slice.ts'
import { useAppDispatch, useAppSelector } from '#src/core/store/hooks.ts'
import { useCourseChanges } from '../../api/use-course-changes.ts'
import { enrolIn, leaveCourse } from '../../model/courses-slice.ts'

export const useEnrol = (course: CourseDetail) => {
  const { t } = useTranslation('courses')
  const dispatch = useAppDispatch()
  const notify = useNotify()
  const courseChanged = useCourseChanges()
  const user = useAppSelector(selectUser)
  const [pending, setPending] = useState(false)
  const run = async () => {
    setPending(true)
    const action = { courseId: course.id, userId: user.id, fallback: t('detail.tryAgain') }
    const result = await dispatch(enrolIn(action))
    setPending(false)
    if (enrolIn.rejected.match(result))
      return notify({
        kind: 'error',
        title: t('detail.enrolFailed'),
        message: result.payload ?? action.fallback,
      })
    notify({
      kind: 'success',
      title: t('detail.enrolled'),
      message: t('detail.enrolledMessage', { title: course.title }),
    })
    void courseChanged({ type: 'membership', courseId: course.id })
  }
  return { run, pending }
}

export const useLeave = (course: CourseDetail) => {
  const { t } = useTranslation('courses')
  const dispatch = useAppDispatch()
  const notify = useNotify()
  const courseChanged = useCourseChanges()
  const user = useAppSelector(selectUser)
  const [pending, setPending] = useState(false)
  /** True when the person has left. */
  const run = async (): Promise<boolean> => {
    setPending(true)
    const action = { courseId: course.id, userId: user.id, fallback: t('detail.tryAgain') }
    const result = await dispatch(leaveCourse(action))
    setPending(false)
    if (leaveCourse.rejected.match(result)) {
      notify({ kind: 'error', title: t('detail.leaveFailed'), message: result.payload ?? action.fallback })
      return false
    }
    notify({ kind: 'info', title: t('detail.left'), message: t('detail.leftMessage') })
    void courseChanged({ type: 'membership', courseId: course.id })
    return true
  }
  return { run, pending }
}
