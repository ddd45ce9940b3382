import { hash } from 'node:crypto'
import type { CourseDetail } from '#contract/courses/outline.ts'
import type { Query } from '#server/core/db/query.ts'
import { notFound } from '#server/core/http/errors.ts'
import { CachedJson } from '#server/core/http/pipeline.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import type { CoursesContext } from '../courses.cache.ts'
import { courseTexts, toSummary } from '../courses.mapper.ts'
import { isStaff, maySee, mayOpen } from '../courses.policy.ts'
import { sectionLockOf } from '../section-locks.ts'
import { learnerOf } from '../learning.ts'
import { outlineText } from './outline-text.ts'
import { enrolledIds, type Learner } from '../learning/progress.repository.ts'
import { courseProgressFrom, type ItemStatus, type ItemStatuses } from '../progress.ts'

/** Times do not matter here, only whether an item is completed or started. */
const UNKNOWN_TIME = new Date(0)
const COMPLETED: ItemStatus = { completedAt: UNKNOWN_TIME, lastAt: UNKNOWN_TIME }
const STARTED: ItemStatus = { completedAt: null, lastAt: UNKNOWN_TIME }

interface EnrolmentRow {
  enrolledAt: Date
  lastActivityAt: Date | null
  completed: number[]
  started: number[]
}
/** The caller's enrolment with completed and started items; no row without an enrolment. */
const enrolmentQuery = ({ clientId, userId }: Learner, courseId: number): Query => ({
  name: 'course-detail-own',
  text: `select e.enrolled_at as "enrolledAt", e.last_activity_at as "lastActivityAt",
      array(select p.item_id from item_progress p where p.client_id = e.client_id and p.user_id = e.user_id
        and p.course_id = e.course_id and p.completed_at is not null) as completed,
      array(select p.item_id from item_progress p where p.client_id = e.client_id and p.user_id = e.user_id
        and p.course_id = e.course_id and p.completed_at is null) as started
    from enrolment e where e.client_id = $1 and e.user_id = $2 and e.course_id = $3 and e.left_at is null`,
  values: [clientId, userId, courseId],
})

const itemStatusesFrom = ({ completed, started }: EnrolmentRow): ItemStatuses =>
  new Map([
    ...started.map((id) => [id, STARTED] as const),
    ...completed.map((id) => [id, COMPLETED] as const),
  ])

/** One course with its outline and the caller's progress. Only staff see who else is enrolled. */
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
  const [rows] = (await scope.read(enrolmentQuery(learner, courseId))) as [EnrolmentRow[]]
  const enrolmentRow = rows[0]
  const enrolment = enrolmentRow && {
    courseId,
    enrolledAt: enrolmentRow.enrolledAt,
    lastActivityAt: enrolmentRow.lastActivityAt,
  }
  const statuses: ItemStatuses = enrolmentRow ? itemStatusesFrom(enrolmentRow) : new Map()
  const visibleLearnerIds = isStaff(role)
    ? await scope.tx((db) => enrolledIds(db, learner.clientId, courseId))
    : enrolment
      ? [userId]
      : []
  const now = scope.clock.now()
  const { objectives, features, requirements } = courseTexts(row, language)
  const lockFacts = { enrolledAt: enrolment?.enrolledAt ?? null, statuses, now }
  const sections = outlineText(outline, statuses, {
    mayOpen: ({ freePreview }) => mayOpen({ role, enrolled: enrolment !== undefined, freePreview }),
    lock: (section) => (isStaff(role) ? null : sectionLockOf(outline, section, lockFacts)),
  })
  const detail: Omit<CourseDetail, 'sections'> = {
    ...toSummary(row, visibleLearnerIds, now, language),
    objectives,
    features,
    requirements,
    instructors,
    progress: enrolment ? courseProgressFrom(sections.counted, enrolment) : null,
  }
  return toCachedJson(JSON.stringify(detail), sections)
}

/** Not validated again: that would cost more than building it (a test checks it against the contract). */
const toCachedJson = (
  detail: string,
  { text, fingerprint }: { text: string; fingerprint: string },
): CachedJson => {
  // Hashes only what can differ of the outline: hashing all of it takes longer than writing it.
  const etag = hash('sha256', `${fingerprint} ${detail}`, 'base64url').slice(0, 22)
  return new CachedJson(Buffer.from(`${detail.slice(0, -1)},"sections":${text}}`), `"${etag}"`)
}
