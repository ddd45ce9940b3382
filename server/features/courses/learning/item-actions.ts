/** What other features do with items of a course: check access, lock the enrolment, write progress. */
import type { ProgressResult } from '#contract/courses/progress.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { notFound } from '#server/core/http/errors.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import type { CoursesContext } from '../courses.cache.ts'
import { lockedContent, mayOpen } from '../courses.policy.ts'
import { learnerOf, requireOpenSection, itemStatusesOf, visibleCourse } from '../learning.ts'
import { activeEnrolment, itemWithCourse, type ProgressWrite } from './progress.repository.ts'
import { topicsOf } from '../progress.ts'
import { shownProblemOf } from '../authoring/problem-content.ts'
import { lockItem, writeProgress } from './progress.steps.ts'

export interface OpenItem {
  courseId: number
  enrolled: boolean
}
export type ItemOutcome = Pick<ProgressWrite, 'completed' | 'problem'>

export interface ItemActions {
  /** Throws unless the caller may see an item of this kind, like the topic page does. */
  readonly open: (db: TenantDb, scope: MemberScope, itemId: number) => Promise<OpenItem>
  /** Locks the caller's enrolment: one learner's submissions in one course run one after another. */
  readonly lockEnrolment: (db: TenantDb, scope: MemberScope, itemId: number) => Promise<{ courseId: number }>
  /** Writes the caller's progress. */
  readonly complete: (
    db: TenantDb,
    scope: MemberScope,
    itemId: number,
    outcome: ItemOutcome,
  ) => Promise<ProgressResult>
  /** Writes another learner's progress after a grade; does nothing for a learner who left the course. */
  readonly completeFor: (
    db: TenantDb,
    scope: MemberScope,
    work: { itemId: number; userId: number },
    outcome: ItemOutcome,
  ) => Promise<void>
  /** A problem as learners see it, without its key. */
  readonly shownOf: typeof shownProblemOf
}

export const itemActions = (context: CoursesContext, type: 'problem' | 'scorm'): ItemActions => ({
  open: async (db, scope, itemId) => {
    const learner = learnerOf(scope)
    const item = await itemWithCourse(db, learner.clientId, itemId)
    if (item?.type !== type) throw notFound()
    const { row, outline } = await visibleCourse(context.caches, db, scope, item.courseId)
    const topic = topicsOf(outline).find(({ id }) => id === item.topicId)
    if (!topic) throw notFound()
    const enrolment = await activeEnrolment(db, learner, item.courseId)
    const enrolled = enrolment !== undefined
    if (!mayOpen({ role: scope.actor.role, enrolled, freePreview: topic.freePreview }))
      throw lockedContent(row.price)
    if (enrolment)
      requireOpenSection(scope, outline, topic.id, {
        enrolledAt: enrolment.enrolledAt,
        statuses: await itemStatusesOf(db, learner, item.courseId),
      })
    return { courseId: item.courseId, enrolled }
  },
  lockEnrolment: async (db, scope, itemId) => {
    const { item } = await lockItem(db, scope, itemId, [type])
    return { courseId: item.courseId }
  },
  complete: async (db, scope, itemId, outcome) =>
    writeProgress(context, db, scope, await lockItem(db, scope, itemId, [type]), outcome),
  completeFor: async (db, scope, { itemId, userId }, outcome) => {
    // Writes on behalf of the learner, with the same locks and the same roll-up.
    const asLearner: MemberScope = { ...scope, actor: { ...scope.actor, userId } }
    const item = await itemWithCourse(db, scope.tenant.clientId, itemId)
    if (!item || !(await activeEnrolment(db, learnerOf(asLearner), item.courseId))) return
    const locked = await lockItem(db, asLearner, itemId, [type], { evenReadOnly: true })
    await writeProgress(context, db, asLearner, locked, outcome)
  },
  shownOf: shownProblemOf,
})
