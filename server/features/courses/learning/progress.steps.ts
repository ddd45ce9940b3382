/** The two steps around every write of progress: find and hold, then write and roll up. */
import type { ProgressResult } from '#contract/courses/progress.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { notFound } from '#server/core/http/errors.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import type { CoursesContext } from '../courses.cache.ts'
import { lockedContent, maySee } from '../courses.policy.ts'
import type { StoredItemType } from '../courses.tables.ts'
import { learnerOf, requireOpenSection, itemStatusesOf } from '../learning.ts'
import {
  itemPlace,
  lockEnrolment,
  saveItemProgress,
  touchEnrolment,
  type ItemPlace,
  type ProgressWrite,
} from './progress.repository.ts'
import { courseStatusOf, itemState, topicsOf, topicState, type EnrolmentStatus } from '../progress.ts'

export interface Work {
  place: ItemPlace
  enrolment: EnrolmentStatus
}

/** Finds the item, and holds the learner's enrolment so that parallel writes of one learner come one after another. */
export const begin = async (
  db: TenantDb,
  scope: MemberScope,
  itemId: number,
  types: readonly StoredItemType[],
): Promise<Work> => {
  const learner = learnerOf(scope)
  const place = await itemPlace(db, learner.clientId, itemId)
  if (!place || !types.includes(place.type) || !maySee(scope.actor.role, place.status)) throw notFound()
  const enrolment = await lockEnrolment(db, learner, place.courseId)
  if (!enrolment) throw lockedContent(place.price)
  return { place, enrolment }
}

/** Writes the item and rolls up to topic and course from the rows themselves, so no counter can drift from them. */
export const finish = async (
  { caches }: CoursesContext,
  db: TenantDb,
  scope: MemberScope,
  { place, enrolment }: Work,
  outcome: Omit<ProgressWrite, 'itemId' | 'courseId' | 'now'>,
): Promise<ProgressResult> => {
  const learner = learnerOf(scope)
  const now = scope.clock.now()
  const structure = await caches.structure(db, learner.clientId, place.courseId)
  const topic = topicsOf(structure?.outline ?? []).find((each) => each.id === place.topicId)
  if (!structure || !topic) throw notFound()
  const before = await itemStatusesOf(db, learner, place.courseId)
  // What was begun while the section was open may be finished; what is closed is not begun.
  if (!before.has(place.id))
    requireOpenSection(scope, structure.outline, topic.id, {
      enrolledAt: enrolment.enrolledAt,
      statuses: before,
    })
  await saveItemProgress(db, learner, { itemId: place.id, courseId: place.courseId, now, ...outcome })
  const statuses = await itemStatusesOf(db, learner, place.courseId)
  const course = courseStatusOf(structure.outline, { ...enrolment, lastActivityAt: now }, statuses)
  await touchEnrolment(db, learner, place.courseId, { now, completed: course.state === 'completed' })
  return {
    item: { id: place.id, state: itemState(statuses.get(place.id)) },
    topic: { id: topic.id, state: topicState(topic, statuses) },
    course,
  }
}
