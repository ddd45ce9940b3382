/** What another feature does with an item of a course: look whether it is open, hold it, write how far a learner is. */
import type { ProgressResult } from '#contract/courses/progress.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { notFound } from '#server/core/http/errors.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import type { CoursesContext } from '../courses.cache.ts'
import { lockedContent, mayOpen } from '../courses.policy.ts'
import { learnerOf, requireOpenSection, itemStatusesOf, visibleCourse } from '../learning.ts'
import { activeEnrolment, itemPlace, type ProgressWrite } from './progress.repository.ts'
import { topicsOf } from '../progress.ts'
import { shownProblemOf } from '../authoring/problem-content.ts'
import { begin, finish } from './progress.steps.ts'

export interface OpenItem {
  courseId: number
  enrolled: boolean
}
export type ItemOutcome = Pick<ProgressWrite, 'completed' | 'problem'>

export interface ItemActions {
  /** Whether the caller may look at an item of this kind; throws like the topic page does. */
  readonly open: (db: TenantDb, scope: MemberScope, itemId: number) => Promise<OpenItem>
  /** Holds the caller's own enrolment: one learner's hand-ins in one course come one after another. */
  readonly hold: (db: TenantDb, scope: MemberScope, itemId: number) => Promise<{ courseId: number }>
  /** Writes the caller's progress. */
  readonly complete: (
    db: TenantDb,
    scope: MemberScope,
    itemId: number,
    outcome: ItemOutcome,
  ) => Promise<ProgressResult>
  /** Writes another learner's, when a grader decided; nothing for one who left the course. */
  readonly completeFor: (
    db: TenantDb,
    scope: MemberScope,
    work: { itemId: number; userId: number },
    outcome: ItemOutcome,
  ) => Promise<void>
  /** What learners see of a problem. */
  readonly shownOf: typeof shownProblemOf
}

export const itemActions = (context: CoursesContext, type: 'problem' | 'scorm'): ItemActions => ({
  open: async (db, scope, itemId) => {
    const learner = learnerOf(scope)
    const place = await itemPlace(db, learner.clientId, itemId)
    if (place?.type !== type) throw notFound()
    const { row, outline } = await visibleCourse(context.caches, db, scope, place.courseId)
    const topic = topicsOf(outline).find((each) => each.id === place.topicId)
    if (!topic) throw notFound()
    const enrolment = await activeEnrolment(db, learner, place.courseId)
    const enrolled = enrolment !== undefined
    if (!mayOpen({ role: scope.actor.role, enrolled, freePreview: topic.freePreview }))
      throw lockedContent(row.price)
    if (enrolment)
      requireOpenSection(scope, outline, topic.id, {
        enrolledAt: enrolment.enrolledAt,
        statuses: await itemStatusesOf(db, learner, place.courseId),
      })
    return { courseId: place.courseId, enrolled }
  },
  hold: async (db, scope, itemId) => {
    const { place } = await begin(db, scope, itemId, [type])
    return { courseId: place.courseId }
  },
  complete: async (db, scope, itemId, outcome) =>
    finish(context, db, scope, await begin(db, scope, itemId, [type]), outcome),
  completeFor: async (db, scope, { itemId, userId }, outcome) => {
    // The grader writes as the learner would: the same rows are held, the same roll-up follows.
    const asLearner: MemberScope = { ...scope, actor: { ...scope.actor, userId } }
    const place = await itemPlace(db, scope.tenant.clientId, itemId)
    if (!place || !(await activeEnrolment(db, learnerOf(asLearner), place.courseId))) return
    await finish(context, db, asLearner, await begin(db, asLearner, itemId, [type]), outcome)
  },
  shownOf: shownProblemOf,
})
