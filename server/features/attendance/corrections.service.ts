/** Tells learners that a mark which they could see has changed (AT7). */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { TenantDb } from '#server/core/db/database.ts'
import type { Notifier } from '#server/core/notifier.ts'

export const notifyCorrected = async (
  { notify }: Pick<Notifier, 'notify'>,
  db: TenantDb,
  clientId: number,
  marks: readonly { session_id: number; user_id: number }[],
): Promise<void> => {
  if (marks.length === 0) return
  const bySession = Map.groupBy(marks, (mark) => mark.session_id)
  const { rows } = await sql<{ id: number; title: string; month: string }>`
    select s.id, s.title, to_char(s.starts_at at time zone c.time_zone, 'YYYY-MM') as month
    from live_session s join client c on c.client_id = s.client_id
    where s.client_id = ${clientId} and s.id = any (${[...bySession.keys()]}::int[]) order by s.id`.execute(
    db,
  )
  for (const { id, title, month } of rows)
    await notify(db, clientId, {
      kind: 'attendance_corrected',
      userIds: (bySession.get(id) ?? []).map((mark) => mark.user_id),
      params: { title },
      link: `/attendance?month=${month}`,
      // A second correction is news again; the same call repeated saves nothing and so tells nothing.
      dedupeKey: `attendance_corrected:${randomUUID()}`,
    })
}
