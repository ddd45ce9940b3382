/** The learner's enrolled courses: with progress for the home page, as states for catalogue and recommendations. */
import type { Language } from '#contract/languages.ts'
import type { CourseProgress, ProgressState } from '#contract/courses/shapes.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { Query } from '#server/core/db/query.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import type { CatalogueEntry, ProgressStates } from './catalogue.ts'
import type { CoursesCaches, CourseStructure } from '../courses.cache.ts'
import {
  activeEnrolments,
  itemStatusesIn,
  type Learner,
  type ProgressRow,
} from '../learning/progress.repository.ts'
import { courseStatusOf, type EnrolmentStatus, type ItemStatuses } from '../progress.ts'

export interface EnrolledCourse {
  enrolment: EnrolmentStatus
  structure: CourseStructure
  statuses: ItemStatuses
  progress: CourseProgress
}

/** Most recently active first. */
export const enrolledCourses = async (
  caches: CoursesCaches,
  db: TenantDb,
  learner: Learner,
  language?: Language,
): Promise<EnrolledCourse[]> => {
  const enrolments = await activeEnrolments(db, learner)
  const rows = await itemStatusesIn(
    db,
    learner,
    enrolments.map((enrolment) => enrolment.courseId),
  )
  const touched = Map.groupBy(rows, (row) => row.courseId)
  const courses: EnrolledCourse[] = []
  for (const enrolment of enrolments) {
    const structure = await caches.structure(db, learner.clientId, enrolment.courseId, language)
    if (!structure) continue
    const statuses = byItem(touched.get(enrolment.courseId))
    const progress = courseStatusOf(structure.outline, enrolment, statuses)
    courses.push({ enrolment, structure, statuses, progress })
  }
  return courses.sort((a, b) => latestActivity(b.enrolment) - latestActivity(a.enrolment))
}

/** Only the state of each course, counted in the database in one round trip. */
export const progressStatesFor = async (
  scope: MemberScope,
  learner: Learner,
  entries: readonly CatalogueEntry[],
): Promise<ProgressStates> => {
  const [counts] = (await scope.read(progressCounts(learner))) as [CountRow[]]
  return statesOf(counts, entries)
}

/** Number of items by course; cached per catalogue. */
const totalsCache = new WeakMap<readonly CatalogueEntry[], ReadonlyMap<number, number>>()
const totalsOf = (entries: readonly CatalogueEntry[]): ReadonlyMap<number, number> => {
  const cached = totalsCache.get(entries)
  if (cached) return cached
  const totals = new Map(entries.map(({ summary, items }) => [summary.id, items]))
  totalsCache.set(entries, totals)
  return totals
}
const statesOf = (counts: readonly CountRow[], entries: readonly CatalogueEntry[]): ProgressStates =>
  new Map(
    counts.map(({ courseId, touched, completed }) => [
      courseId,
      courseStateFrom({ touched, completed, total: totalsOf(entries).get(courseId) ?? 0 }),
    ]),
  )

/** The same state that the outline gives item by item. */
export const courseStateFrom = (counts: {
  touched: number
  completed: number
  total: number
}): ProgressState => {
  if (counts.total > 0 && counts.completed >= counts.total) return 'completed'
  return counts.touched > 0 ? 'in_progress' : 'not_started'
}

interface CountRow {
  courseId: number
  touched: number
  completed: number
}
const progressCounts = ({ clientId, userId }: Learner): Query => ({
  name: 'own-course-counts',
  text: `select e.course_id as "courseId", count(p.item_id)::integer as touched,
      count(p.completed_at)::integer as completed
    from enrolment e
    left join (item_progress p
      -- An item that its author removed has no topic and does not count.
      join course_item i on i.client_id = p.client_id and i.id = p.item_id and i.topic_id is not null)
      on p.client_id = e.client_id and p.user_id = e.user_id and p.course_id = e.course_id
    where e.client_id = $1 and e.user_id = $2 and e.left_at is null
    group by e.course_id`,
  values: [clientId, userId],
})

const byItem = (rows: readonly ProgressRow[] = []): ItemStatuses =>
  new Map(rows.map((row) => [row.itemId, row]))

const latestActivity = (enrolment: EnrolmentStatus) =>
  (enrolment.lastActivityAt ?? enrolment.enrolledAt).getTime()
