import './links.tables.ts'
import { sql, type RawBuilder } from 'kysely'
import type { InviteState } from '#contract/students/invite-links.ts'
import type { TenantDb } from '#server/core/db/database.ts'

const client = sql<number>`current_client_id()`

export interface LinkRow {
  id: string
  code: string
  course: { id: number; name: string } | null
  group: { id: number; name: string } | null
  maker_id: number | null
  made_by: string | null
  expires_at: Date
  people_max: number | null
  people: number
  state: InviteState
}

const links = (condition: RawBuilder<unknown>, now: Date, limit: number) => sql<LinkRow>`
  select l.id, l.code, l.expires_at, l.people_max, l.made_by as maker_id, u.full_name as made_by, n.people,
    case when c.id is not null then jsonb_build_object('id', c.id, 'name', c.title) end as course,
    case when g.id is not null then jsonb_build_object('id', g.id, 'name', g.name) end as "group",
    case when l.ended_at is not null or u.id is null or u.disabled_at is not null
        or u.role not in ('admin', 'superadmin') then 'ended'
      when l.expires_at <= ${now}::timestamptz then 'expired'
      when n.people >= l.people_max then 'full' else 'open' end as state
  from invite_link l
  left join app_user u on u.client_id = l.client_id and u.id = l.made_by
  left join course c on c.client_id = l.client_id and c.id = l.course_id
  left join student_group g on g.client_id = l.client_id and g.id = l.group_id
  cross join lateral (select count(*)::integer as people from invite_use n
    where n.client_id = l.client_id and n.link_id = l.id) n
  where l.client_id = current_client_id() and ${condition}
  order by l.made_at desc, l.id limit ${limit}`

export const newestLinks = async (db: TenantDb, now: Date, limit: number): Promise<LinkRow[]> =>
  (await links(sql`true`, now, limit).execute(db)).rows

export const linkById = async (db: TenantDb, id: string, now: Date): Promise<LinkRow | undefined> =>
  (await links(sql`l.id = ${id}::uuid`, now, 1).execute(db)).rows[0]

export const linkByCode = async (db: TenantDb, code: string, now: Date): Promise<LinkRow | undefined> =>
  (await links(sql`l.code = ${code}`, now, 1).execute(db)).rows[0]

/** Held until the end of the transaction: people join one after the other, so that nobody is one too many. */
export const lockLink = async (db: TenantDb, code: string): Promise<void> => {
  await sql`select id from invite_link where client_id = current_client_id() and code = ${code} for update`.execute(
    db,
  )
}

export const countOpenLinks = async (db: TenantDb, now: Date): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from invite_link
    where client_id = current_client_id() and ended_at is null and expires_at > ${now}`.execute(db)
  return rows[0]?.count ?? 0
}

/** False if it is there already. */
export const addLink = async (
  db: TenantDb,
  link: {
    id: string
    code: string
    courseId: number | null
    groupId: number | null
    by: number
    now: Date
    expiresAt: Date
    peopleMax: number | null
  },
): Promise<boolean> => {
  const row = await db
    .insertInto('invite_link')
    .values({
      client_id: client,
      id: link.id,
      code: link.code,
      course_id: link.courseId,
      group_id: link.groupId,
      made_by: link.by,
      made_at: link.now,
      expires_at: link.expiresAt,
      people_max: link.peopleMax,
      ended_at: null,
    })
    .onConflict((conflict) => conflict.columns(['client_id', 'id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** False if it had ended before. */
export const endLink = async (db: TenantDb, id: string, now: Date): Promise<boolean> => {
  const { rows } = await sql<{ id: string }>`
    update invite_link set ended_at = ${now}
    where client_id = current_client_id() and id = ${id}::uuid and ended_at is null returning id`.execute(db)
  return rows.length > 0
}

export const hasJoined = async (db: TenantDb, linkId: string, userId: number): Promise<boolean> => {
  const { rows } = await sql`
    select from invite_use where client_id = current_client_id() and link_id = ${linkId}::uuid
      and user_id = ${userId}`.execute(db)
  return rows.length > 0
}

export const addUse = async (db: TenantDb, linkId: string, userId: number, now: Date): Promise<void> => {
  await sql`insert into invite_use (client_id, link_id, user_id, at)
    values (current_client_id(), ${linkId}::uuid, ${userId}, ${now}) on conflict do nothing`.execute(db)
}
