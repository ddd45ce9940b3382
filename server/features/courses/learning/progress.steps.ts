/** The two steps of every progress write: lock the item, then write and roll up. */
import type { ProgressResult } from '#contract/courses/progress.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { notFound } from '#server/core/http/errors.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import type { CoursesContext } from '../courses.cache.ts'
import { accessEnded, lockedContent, maySee, paymentOverdue } from '../courses.policy.ts'
import type { StoredItemType } from '../courses.tables.ts'
import { learnerOf, requireOpenSection, itemStatusesOf } from '../learning.ts'
import {
  itemWithCourse,
  lockEnrolment,
  saveItemProgress,
  touchEnrolment,
  type ItemWithCourse,
  type ProgressWrite,
} from './progress.repository.ts'
import { courseStatusOf, itemState, topicsOf, topicState, type EnrolmentStatus } from '../progress.ts'

export interface LockedItem {
  item: ItemWithCourse
  enrolment: EnrolmentStatus
}

/**
 * Finds the item and locks the learner's enrolment, so that one learner's writes run one after another. While a
 * payment is overdue, and after the last day of access, the learner can hand in nothing; staff still grade what was handed in before.
 */
export const lockItem = async (
  db: TenantDb,
  scope: MemberScope,
  itemId: number,
  types: readonly StoredItemType[],
  { evenReadOnly = false } = {},
): Promise<LockedItem> => {
  const learner = learnerOf(scope)
  const item = await itemWithCourse(db, learner.clientId, itemId)
  if (!item || !types.includes(item.type) || !maySee(scope.actor.role, item.status)) throw notFound()
  const enrolment = await lockEnrolment(db, learner, item.courseId)
  if (!enrolment) throw lockedContent(item.price)
  if (enrolment.readOnlySince !== null && !evenReadOnly) throw paymentOverdue()
  if (enrolment.accessEnds !== null && enrolment.accessEnds <= scope.clock.now() && !evenReadOnly)
    throw accessEnded()
  return { item, enrolment }
}

/** Writes the item and rolls up to topic and course from the rows themselves, so that no counter can drift. */
export const writeProgress = async (
  { caches }: CoursesContext,
  db: TenantDb,
  scope: MemberScope,
  { item, enrolment }: LockedItem,
  outcome: Omit<ProgressWrite, 'itemId' | 'courseId' | 'now'>,
): Promise<ProgressResult> => {
  const learner = learnerOf(scope)
  const now = scope.clock.now()
  const structure = await caches.structure(db, learner.clientId, item.courseId)
  const topic = topicsOf(structure?.outline ?? []).find(({ id }) => id === item.topicId)
  if (!structure || !topic) throw notFound()
  const statusesBefore = await itemStatusesOf(db, learner, item.courseId)
  // Items started while the section was open may be finished; other items of a locked section cannot be started.
  if (!statusesBefore.has(item.id))
    requireOpenSection(scope, structure.outline, topic.id, {
      enrolledAt: enrolment.enrolledAt,
      statuses: statusesBefore,
    })
  await saveItemProgress(db, learner, { itemId: item.id, courseId: item.courseId, now, ...outcome })
  const statuses = await itemStatusesOf(db, learner, item.courseId)
  const course = courseStatusOf(structure.outline, { ...enrolment, lastActivityAt: now }, statuses)
  await touchEnrolment(db, learner, item.courseId, { now, completed: course.state === 'completed' })
  return {
    item: { id: item.id, state: itemState(statuses.get(item.id)) },
    topic: { id: topic.id, state: topicState(topic, statuses) },
    course,
  }
}
