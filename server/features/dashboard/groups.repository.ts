import { sql } from 'kysely'
import type { TenantDb } from '#server/core/db/database.ts'
import { isLearner } from './viewers.sql.ts'

export interface GroupLearners {
  id: number
  name: string
  learners: number
}

/** Groups in use, those with the most learners first. */
export const groupLearners = async (db: TenantDb, limit: number): Promise<GroupLearners[]> => {
  const { rows } = await sql<GroupLearners>`
    select g.id, g.name, count(u.id)::integer as learners
    from student_group g
    left join student_group_member m on m.client_id = g.client_id and m.group_id = g.id
    left join app_user u on u.client_id = m.client_id and u.id = m.user_id and ${isLearner}
    where g.client_id = current_client_id() and g.archived_at is null
    group by g.id, g.name order by learners desc, g.name, g.id limit ${limit}`.execute(db)
  return rows
}

export const groupNamed = async (
  db: TenantDb,
  groupId: number,
): Promise<{ id: number; name: string } | undefined> => {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from student_group where client_id = current_client_id() and id = ${groupId}`.execute(db)
  return rows[0]
}
