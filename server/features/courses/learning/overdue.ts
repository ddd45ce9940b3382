/** Which programme a learner has to pay before they can work in a course again. Reads the orders, which the money feature writes. */
import { sql } from 'kysely'
import type { ProgrammeSlug } from '#contract/money/programme-slugs.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { Learner } from './progress.repository.ts'

export const overdueProgramme = async (
  db: TenantDb,
  { clientId, userId }: Learner,
  courseId: number,
): Promise<{ overdue: { programme: ProgrammeSlug } } | null> => {
  const { rows } = await sql<{ programme: ProgrammeSlug }>`
    select o.programme from programme_order o
    join programme_order_course c on c.client_id = o.client_id and c.order_id = o.id
    where o.client_id = ${clientId} and o.user_id = ${userId} and c.course_id = ${courseId}
      and o.state in ('booked', 'paid')
    order by o.id desc limit 1`.execute(db)
  return rows[0] ? { overdue: rows[0] } : null
}
