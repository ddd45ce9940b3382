import { hash } from 'node:crypto'
import type { CourseDetail } from '#contract/courses/outline.ts'
import type { Query } from '#server/core/db/query.ts'
import { notFound } from '#server/core/http/errors.ts'
import { CachedJson } from '#server/core/http/pipeline.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import type { CoursesContext } from '../courses.cache.ts'
import { courseTexts, toSummary } from '../courses.mapper.ts'
import { isStaff, maySee, mayOpen } from '../courses.policy.ts'
import { gateOf } from '../gates.ts'
import { learnerOf } from '../learning.ts'
import { outlineText } from './outline-text.ts'
import { enrolledIds, type Learner } from '../learning/progress.repository.ts'
import { itemStatusFrom, type ItemStatus, type ItemStatuses } from '../progress.ts'

/** When is not asked here, only whether. */
const SOME_TIME = new Date(0)
const DONE: ItemStatus = { completedAt: SOME_TIME, lastAt: SOME_TIME }
const BEGUN: ItemStatus = { completedAt: null, lastAt: SOME_TIME }

interface OwnRow {
  enrolledAt: Date
  lastActivityAt: Date | null
  done: number[]
  begun: number[]
}
/** The caller's enrolment with what was done and begun; no row without one. */
const ownQuery = ({ clientId, userId }: Learner, courseId: number): Query => ({
  name: 'course-detail-own',
  text: `select e.enrolled_at as "enrolledAt", e.last_activity_at as "lastActivityAt",
      array(select p.item_id from item_progress p where p.client_id = e.client_id and p.user_id = e.user_id
        and p.course_id = e.course_id and p.completed_at is not null) as done,
      array(select p.item_id from item_progress p where p.client_id = e.client_id and p.user_id = e.user_id
        and p.course_id = e.course_id and p.completed_at is null) as begun
    from enrolment e where e.client_id = $1 and e.user_id = $2 and e.course_id = $3 and e.left_at is null`,
  values: [clientId, userId, courseId],
})

const itemStatusesFrom = ({ done, begun }: OwnRow): ItemStatuses =>
  new Map([...begun.map((id) => [id, BEGUN] as const), ...done.map((id) => [id, DONE] as const)])

/** One course with its outline and the caller's own progress. Who else is enrolled is for staff. */
export const courseDetail = async (
  { caches }: CoursesContext,
  scope: MemberScope,
  courseId: number,
): Promise<CachedJson> => {
  const { role, userId } = scope.actor
  const course = await caches.structureFor(scope, courseId)
  if (!course || !maySee(role, course.row.status)) throw notFound()
  const { row, instructors, outline, language } = course
  const learner = learnerOf(scope)
  const [rows] = (await scope.read(ownQuery(learner, courseId))) as [OwnRow[]]
  const own = rows[0]
  const enrolment = own && { courseId, enrolledAt: own.enrolledAt, lastActivityAt: own.lastActivityAt }
  const statuses: ItemStatuses = own ? itemStatusesFrom(own) : new Map()
  const known = isStaff(role)
    ? await scope.tx((db) => enrolledIds(db, learner.clientId, courseId))
    : enrolment
      ? [userId]
      : []
  const now = scope.clock.now()
  const { objectives, features, requirements } = courseTexts(row, language)
  const gates = { enrolledAt: enrolment?.enrolledAt ?? null, statuses, now }
  const sections = outlineText(outline, statuses, {
    mayOpen: ({ freePreview }) => mayOpen({ role, enrolled: enrolment !== undefined, freePreview }),
    gate: (section) => (isStaff(role) ? null : gateOf(outline, section, gates)),
  })
  const detail: Omit<CourseDetail, 'sections'> = {
    ...toSummary(row, known, now, language),
    objectives,
    features,
    requirements,
    instructors,
    progress: enrolment ? itemStatusFrom(sections.counted, enrolment) : null,
  }
  return asBytes(JSON.stringify(detail), sections)
}

/** Written field by field above: checking it again would cost more than making it (a test holds it to the contract). */
const asBytes = (detail: string, { text, mark }: { text: string; mark: string }): CachedJson => {
  // Of the long part only what can differ: hashing all of it takes longer than writing it.
  const tag = hash('sha256', `${mark} ${detail}`, 'base64url').slice(0, 22)
  return new CachedJson(Buffer.from(`${detail.slice(0, -1)},"sections":${text}}`), `"${tag}"`)
}
