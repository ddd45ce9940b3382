/** The learner's own courses: with their standing for the home, as states for catalogue and recommendations. */
import type { Language } from '#contract/common.ts'
import type { CourseProgress, ProgressState } from '#contract/courses/shapes.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { Query } from '#server/core/db/query.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import type { CatalogueEntry, OwnStates } from './catalogue.ts'
import type { CoursesCaches, CourseStructure } from '../courses.cache.ts'
import {
  activeEnrolments,
  itemStatusesIn,
  type Learner,
  type ProgressRow,
} from '../learning/progress.repository.ts'
import { courseStatusOf, type EnrolmentStatus, type ItemStatuses } from '../progress.ts'

export interface OwnCourse {
  enrolment: EnrolmentStatus
  structure: CourseStructure
  statuses: ItemStatuses
  progress: CourseProgress
}

/** Most recent first. */
export const ownCourses = async (
  caches: CoursesCaches,
  db: TenantDb,
  learner: Learner,
  language?: Language,
): Promise<OwnCourse[]> => {
  const enrolments = await activeEnrolments(db, learner)
  const rows = await itemStatusesIn(
    db,
    learner,
    enrolments.map((enrolment) => enrolment.courseId),
  )
  const touched = Map.groupBy(rows, (row) => row.courseId)
  const own: OwnCourse[] = []
  for (const enrolment of enrolments) {
    const structure = await caches.structure(db, learner.clientId, enrolment.courseId, language)
    if (!structure) continue
    const statuses = byItem(touched.get(enrolment.courseId))
    const progress = courseStatusOf(structure.outline, enrolment, statuses)
    own.push({ enrolment, structure, statuses, progress })
  }
  return own.sort((a, b) => latest(b.enrolment) - latest(a.enrolment))
}

/** Only the state of each: what the catalogue and the recommendations need, counted where the rows are; in one round trip. */
export const ownStatesFor = async (
  scope: MemberScope,
  learner: Learner,
  entries: readonly CatalogueEntry[],
): Promise<OwnStates> => {
  const [counts] = (await scope.read(progressCounts(learner))) as [CountRow[]]
  return statesOf(counts, entries)
}

/** Items by course; once a catalogue. */
const totals = new WeakMap<readonly CatalogueEntry[], ReadonlyMap<number, number>>()
const totalsOf = (entries: readonly CatalogueEntry[]): ReadonlyMap<number, number> => {
  const known = totals.get(entries)
  if (known) return known
  const made = new Map(entries.map(({ summary, items }) => [summary.id, items]))
  totals.set(entries, made)
  return made
}
const statesOf = (counts: readonly CountRow[], entries: readonly CatalogueEntry[]): OwnStates =>
  new Map(
    counts.map(({ courseId, touched, completed }) => [
      courseId,
      stateFrom({ touched, completed, total: totalsOf(entries).get(courseId) ?? 0 }),
    ]),
  )

/** The same as the outline would say item by item. */
export const stateFrom = (counts: { touched: number; completed: number; total: number }): ProgressState => {
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
    left join item_progress p on p.client_id = e.client_id and p.user_id = e.user_id and p.course_id = e.course_id
    where e.client_id = $1 and e.user_id = $2 and e.left_at is null
    group by e.course_id`,
  values: [clientId, userId],
})

const byItem = (rows: readonly ProgressRow[] = []): ItemStatuses =>
  new Map(rows.map((row) => [row.itemId, row]))

const latest = (enrolment: EnrolmentStatus) => (enrolment.lastActivityAt ?? enrolment.enrolledAt).getTime()
