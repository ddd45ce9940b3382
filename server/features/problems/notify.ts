import { sql } from 'kysely'
import type { TenantDb } from '#server/core/db/database.ts'
import type { Notifier } from '#server/core/notifier.ts'

/** The learner hears of the points; a grade that says the same again is no news. */
export const tellOfGrade = async (
  { notify }: Notifier,
  db: TenantDb,
  of: {
    clientId: number
    userId: number
    itemId: number
    submissionId: number
    points: number
    state: string
  },
): Promise<void> => {
  const { rows } = await sql<{ title: string; course_id: number; topic_id: number; of: number }>`
    select i.title, i.course_id, i.topic_id, s.points as of from course_item i
    join problem_submission s on s.client_id = ${of.clientId} and s.id = ${of.submissionId}
    where i.client_id = ${of.clientId} and i.id = ${of.itemId}`.execute(db)
  const [item] = rows
  if (!item) return
  await notify(db, of.clientId, {
    kind: 'graded',
    userIds: [of.userId],
    params: { title: item.title, points: of.points, of: item.of },
    link: `/learn/course/${item.course_id}/${item.topic_id}`,
    dedupeKey: `graded:${of.submissionId}:${of.state}:${of.points}`,
  })
}
