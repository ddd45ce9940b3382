import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { paths } from '#src/core/paths.ts'
import { selectUser } from '#src/core/session/auth-slice.ts'
import { useAppDispatch, useAppSelector } from '#src/core/store/hooks.ts'
import { enrolIn } from '../model/courses-slice.ts'
import { readLearningHome } from './learning-home.queries.ts'
import { useCourseChanges } from './use-course-changes.ts'

/** The first item of a course that was just enrolled in; its page if that cannot be read. */
const firstItemPath = async (courseId: number): Promise<string> => {
  const entry = await readLearningHome().then(
    ({ start }) => start,
    () => null,
  )
  return entry?.course_id === courseId
    ? `${paths.topic(courseId, entry.topic_id)}?item=${entry.item_id}`
    : paths.course(courseId)
}

/** Enrols and opens the first lesson. */
export const useStartCourse = () => {
  const { t } = useTranslation(['courses/catalogue', 'courses'])
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const notify = useNotify()
  const courseChanged = useCourseChanges()
  const user = useAppSelector(selectUser)
  const [pending, setPending] = useState(false)
  const start = async (courseId: number) => {
    setPending(true)
    const fallback = t('detail.tryAgain', { ns: 'courses' })
    const result = await dispatch(enrolIn({ courseId, userId: user.id, fallback }))
    if (enrolIn.rejected.match(result)) {
      setPending(false)
      return notify({ kind: 'error', title: t('first.failed'), message: result.payload ?? fallback })
    }
    // Before the home learns of it: it would show another page for a moment.
    await navigate(await firstItemPath(courseId))
    void courseChanged({ type: 'membership', courseId })
  }
  return { start, pending }
}
