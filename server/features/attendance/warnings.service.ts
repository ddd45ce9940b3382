/** Warns learners whose attendance of a course fell below the goal, each once (AT5). */
import './attendance.tables.ts'
import { sql } from 'kysely'
import { isBelowGoal, percentOf, sessionsToGoal } from '#contract/attendance/rules.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { Notifier } from '#server/core/notifier.ts'
import { countsInCourse } from './marks.repository.ts'

const takeWarnings = async (
  db: TenantDb,
  clientId: number,
  courseId: number,
  people: readonly { userId: number; percent: number }[],
  now: Date,
): Promise<ReadonlySet<number>> => {
  const { rows } = await sql<{ user_id: number }>`
    insert into attendance_warning (client_id, course_id, user_id, warned_at, percent)
    select ${clientId}, ${courseId}, person.id, ${now}, person.percent
    from unnest(${people.map((person) => person.userId)}::int[], ${people.map((person) => person.percent)}::int[])
      as person (id, percent)
    order by person.id
    on conflict (client_id, course_id, user_id) do nothing returning user_id`.execute(db)
  return new Set(rows.map((row) => row.user_id))
}

export const warnBelowGoal = async (
  { notify }: Pick<Notifier, 'notify'>,
  db: TenantDb,
  clientId: number,
  { courseId, userIds, now }: { courseId: number; userIds: readonly number[]; now: Date },
): Promise<void> => {
  const below = (await countsInCourse(db, courseId, userIds)).filter(isBelowGoal)
  if (below.length === 0) return
  const people = below.map((row) => ({ userId: row.user_id, percent: percentOf(row) ?? 0 }))
  const taken = await takeWarnings(db, clientId, courseId, people, now)
  if (taken.size === 0) return
  const { rows } = await sql<{ title: string }>`
    select title from course where client_id = ${clientId} and id = ${courseId}`.execute(db)
  for (const row of below)
    if (taken.has(row.user_id))
      await notify(db, clientId, {
        kind: 'attendance_low',
        userIds: [row.user_id],
        params: {
          title: rows[0]?.title ?? '',
          percent: percentOf(row) ?? 0,
          sessions: sessionsToGoal(row),
        },
        link: `/attendance?course=${courseId}`,
        dedupeKey: `attendance_low:${courseId}`,
      })
}
