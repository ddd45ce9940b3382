import { sql } from 'kysely'
import type { TenantDb } from '#server/core/db/database.ts'
import type { Notifier } from '#server/core/notifier.ts'

/** Notifies the learner of a grade; the same points and state again are no news. */
export const notifyGraded = async (
  { notify }: Notifier,
  db: TenantDb,
  grade: {
    clientId: number
    userId: number
    itemId: number
    submissionId: number
    points: number
    pointsMax: number
    state: string
  },
): Promise<void> => {
  const { rows } = await sql<{ title: string; course_id: number; topic_id: number }>`
    select title, course_id, topic_id from course_item
    where client_id = ${grade.clientId} and id = ${grade.itemId}`.execute(db)
  const [item] = rows
  if (!item) return
  await notify(db, grade.clientId, {
    kind: 'graded',
    userIds: [grade.userId],
    params: { title: item.title, points: grade.points, of: grade.pointsMax },
    link: `/learn/course/${item.course_id}/${item.topic_id}`,
    dedupeKey: `graded:${grade.submissionId}:${grade.state}:${grade.points}`,
  })
}
