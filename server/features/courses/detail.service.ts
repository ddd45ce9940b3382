import type { CourseDetail } from '#contract/courses.ts'
import { languageFor } from '#server/core/http/language.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import type { CoursesContext } from './courses.cache.ts'
import { courseTexts, toOutline, toSummary } from './courses.mapper.ts'
import { isStaff, mayOpen } from './courses.policy.ts'
import { gateOf } from './gates.ts'
import { learnerOf, standingsOf, visibleCourse } from './learning.ts'
import { activeEnrolment, enrolledIds } from './progress.repository.ts'
import { courseStanding } from './progress.ts'

/** One course with its outline and the caller's own progress. Who else is enrolled is for staff. */
export const courseDetail = (
  { caches }: CoursesContext,
  scope: MemberScope,
  courseId: number,
): Promise<CourseDetail> =>
  scope.tx(async (db) => {
    const { row, instructors, outline } = await visibleCourse(caches, db, scope, courseId)
    const learner = learnerOf(scope)
    const enrolment = await activeEnrolment(db, learner, courseId)
    const standings = enrolment ? await standingsOf(db, learner, courseId) : new Map()
    const { role, userId } = scope.actor
    const known = isStaff(role)
      ? await enrolledIds(db, learner.clientId, courseId)
      : enrolment
        ? [userId]
        : []
    const language = languageFor(scope)
    const texts = courseTexts(row, language)
    const gates = { enrolledAt: enrolment?.enrolledAt ?? null, standings, now: scope.clock.now() }
    return {
      ...toSummary(row, known, scope.clock.now(), language),
      objectives: texts.objectives,
      features: texts.features,
      requirements: texts.requirements,
      instructors,
      sections: toOutline(
        outline,
        standings,
        ({ freePreview }) => mayOpen({ role, enrolled: enrolment !== undefined, freePreview }),
        (section) => (isStaff(role) ? null : gateOf(outline, section, gates)),
      ),
      progress: enrolment ? courseStanding(outline, enrolment, standings) : null,
    }
  })
