import type { CourseProgress } from '#contract/courses.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import type { CoursesContext } from './courses.cache.ts'
import { lockedContent } from './courses.policy.ts'
import { learnerOf, standingsOf, visibleCourse } from './learning.ts'
import { addEnrolment, endEnrolment, everEnrolled, lockEnrolment } from './progress.repository.ts'
import { courseStanding } from './progress.ts'

/** Enrols in a free course; a premium one only lets back in who had a place before. Harmless to repeat. */
export const enrol = (
  { caches, changes }: CoursesContext,
  scope: MemberScope,
  courseId: number,
): Promise<CourseProgress> =>
  scope.tx(async (db) => {
    const { row, outline } = await visibleCourse(caches, db, scope, courseId)
    const learner = learnerOf(scope)
    if (row.price === 'premium' && !(await everEnrolled(db, learner, courseId)))
      throw lockedContent('premium')
    const added = await addEnrolment(db, learner, courseId, scope.clock.now())
    if (added) await changes.announce(db, { kind: 'courses', clientId: learner.clientId })
    const enrolment = await lockEnrolment(db, learner, courseId)
    if (!enrolment) throw new Error(`enrolment in course ${courseId} is gone within its own transaction`)
    return courseStanding(outline, enrolment, await standingsOf(db, learner, courseId))
  })

/** Leaves a course; the progress stays for a return. Harmless to repeat. */
export const unenrol = (
  { caches, changes }: CoursesContext,
  scope: MemberScope,
  courseId: number,
): Promise<undefined> =>
  scope.tx(async (db) => {
    await visibleCourse(caches, db, scope, courseId)
    const learner = learnerOf(scope)
    if (await endEnrolment(db, learner, courseId, scope.clock.now()))
      await changes.announce(db, { kind: 'courses', clientId: learner.clientId })
    return undefined
  })
