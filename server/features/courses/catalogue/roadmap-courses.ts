/** Courses of a roadmap with one learner's progress. */
import { percentDone } from '#contract/percent.ts'
import { sql } from 'kysely'
import type { TenantDb } from '#server/core/db/database.ts'
import type { CoursesCaches } from '../courses.cache.ts'
import { courseStateFrom } from './enrolled-courses.ts'
import type { Learner } from '../learning/progress.repository.ts'

export interface RoadmapCourse {
  id: number
  title: string
  cover: string | null
  enrolled: boolean
  completed: boolean
  /** No seat is free, and the learner has none. */
  soldOut: boolean
  progressPercent: number
}

/** Courses in which the learner has a seat, or a hold or an offer of one. */
const seatsOf = async (
  db: TenantDb,
  { clientId, userId }: Learner,
  courseIds: readonly number[],
): Promise<Set<number>> => {
  const rows = await db
    .selectFrom('course_seat')
    .select('course_id')
    .where('client_id', '=', clientId)
    .where('user_id', '=', userId)
    .where('course_id', 'in', [...courseIds])
    .where('state', '<>', 'waiting')
    .execute()
  return new Set(rows.map((row) => row.course_id))
}

/** Published courses among these ids, in the order of the ids. */
export const roadmapCourses =
  (caches: Pick<CoursesCaches, 'catalogue'>) =>
  async (db: TenantDb, learner: Learner, courseIds: readonly number[]): Promise<RoadmapCourse[]> => {
    if (courseIds.length === 0) return []
    const entries = await caches.catalogue(db, learner.clientId)
    const byId = new Map(entries.map((entry) => [entry.summary.id, entry]))
    const { rows } = await sql<{ courseId: number; touched: number; completed: number }>`
      select e.course_id as "courseId", count(p.item_id)::integer as touched, count(p.completed_at)::integer as completed
      from enrolment e
      left join (item_progress p
        -- An item that its author removed has no topic and does not count.
        join course_item i on i.client_id = p.client_id and i.id = p.item_id and i.topic_id is not null)
        on p.client_id = e.client_id and p.user_id = e.user_id and p.course_id = e.course_id
      where e.client_id = ${learner.clientId} and e.user_id = ${learner.userId} and e.left_at is null
        and e.course_id = any(${[...courseIds]})
      group by e.course_id`.execute(db)
    const seats = await seatsOf(db, learner, courseIds)
    const countsByCourse = new Map(rows.map((row) => [row.courseId, row]))
    return courseIds.flatMap((id) => {
      const entry = byId.get(id)
      if (!entry) return []
      const counts = countsByCourse.get(id)
      const total = entry.items
      return [
        {
          id,
          title: entry.summary.title,
          cover: entry.summary.cover_url,
          enrolled: counts !== undefined,
          soldOut: entry.summary.seats_left === 0 && counts === undefined && !seats.has(id),
          completed: counts !== undefined && courseStateFrom({ ...counts, total }) === 'completed',
          progressPercent: percentDone(counts?.completed ?? 0, total),
        },
      ]
    })
  }
