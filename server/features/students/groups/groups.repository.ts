import './groups.tables.ts'
import { sql } from 'kysely'
import type { StudentGroup } from '#contract/students/groups.ts'
import type { TenantDb } from '#server/core/db/database.ts'

const client = sql<number>`current_client_id()`
const GROUPS_LOCK = 7291

/** Names and numbers of groups change one at a time. */
export const lockGroups = async (db: TenantDb, clientId: number): Promise<void> => {
  await sql`select pg_advisory_xact_lock(${GROUPS_LOCK}, ${clientId})`.execute(db)
}

/** All, or the one that is asked for. */
export const groupRows = async (db: TenantDb, id: number | null = null): Promise<StudentGroup[]> => {
  const { rows } = await sql<StudentGroup>`
    select g.id, g.name, g.archived_at is not null as is_archived,
      (select count(*)::integer from student_group_member m
        where m.client_id = g.client_id and m.group_id = g.id) as members
    from student_group g
    where g.client_id = current_client_id() and (${id}::integer is null or g.id = ${id}::integer)
    order by g.archived_at is not null, g.name_key, g.id`.execute(db)
  return rows
}

/** A group in use with this name. */
export const groupNamed = async (db: TenantDb, key: string): Promise<number | undefined> => {
  const row = await db
    .selectFrom('student_group')
    .select('id')
    .where('client_id', '=', client)
    .where('name_key', '=', key)
    .where('archived_at', 'is', null)
    .executeTakeFirst()
  return row?.id
}

export const insertGroup = async (
  db: TenantDb,
  group: { name: string; key: string; by: number; now: Date },
): Promise<number> => {
  const { id } = await db
    .insertInto('student_group')
    .values({
      client_id: client,
      name: group.name,
      name_key: group.key,
      archived_at: null,
      created_by: group.by,
      created_at: group.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The time of an earlier archiving stays. */
export const updateGroup = async (
  db: TenantDb,
  id: number,
  group: { name: string; key: string; isArchived: boolean; now: Date },
): Promise<void> => {
  await sql`update student_group set name = ${group.name}, name_key = ${group.key},
      archived_at = case when ${group.isArchived} then coalesce(archived_at, ${group.now}::timestamptz) end
    where client_id = current_client_id() and id = ${id}`.execute(db)
}

/** `[person, group]` pairs; answers those that were no members before. */
export const addMembers = async (
  db: TenantDb,
  pairs: readonly (readonly [userId: number, groupId: number])[],
  now: Date,
): Promise<{ user_id: number; group_id: number }[]> => {
  if (pairs.length === 0) return []
  const { rows } = await sql<{ user_id: number; group_id: number }>`
    insert into student_group_member (client_id, group_id, user_id, added_at)
    select current_client_id(), (pair ->> 1)::integer, (pair ->> 0)::integer, ${now}
    from jsonb_array_elements(${JSON.stringify(pairs)}::jsonb) pair
    on conflict do nothing returning user_id, group_id`.execute(db)
  return rows
}

/** Answers those that were members. */
export const removeMembers = async (
  db: TenantDb,
  pairs: readonly (readonly [userId: number, groupId: number])[],
): Promise<{ user_id: number; group_id: number }[]> => {
  if (pairs.length === 0) return []
  const { rows } = await sql<{ user_id: number; group_id: number }>`
    delete from student_group_member m using jsonb_array_elements(${JSON.stringify(pairs)}::jsonb) pair
    where m.client_id = current_client_id() and m.group_id = (pair ->> 1)::integer
      and m.user_id = (pair ->> 0)::integer
    returning m.user_id, m.group_id`.execute(db)
  return rows
}
