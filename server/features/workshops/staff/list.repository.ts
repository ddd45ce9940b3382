import '../workshops.tables.ts'
import { sql } from 'kysely'
import type { WorkshopField } from '#contract/workshops/fields.ts'
import type { RegistrationStatus } from '#contract/workshops/shapes.ts'
import type { SavedView } from '#contract/workshops/registrations.ts'
import { likePattern } from '#server/core/db/like-pattern.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { folded } from '#server/core/text/search-text.ts'
import type { RegistrationRow } from '../registrations.repository.ts'
import { managedBy, type Manager } from '../workshops.repository.ts'

export interface RegistrationFilter {
  readonly search?: string | undefined
  readonly workshop?: number | undefined
  readonly status?: RegistrationStatus | undefined
  readonly enrolled?: 'yes' | 'no' | undefined
  readonly sort: 'newest' | 'oldest' | 'name'
}

export type ListedRegistration = RegistrationRow & {
  workshop_title: string
  fields: WorkshopField[]
  course_title: string | null
  account_id: number | null
  total: number
}

const ORDER = {
  newest: sql`r.created_at desc, r.id desc`,
  oldest: sql`r.created_at, r.id`,
  name: sql`r.search_text, r.id`,
} as const

/** Name and address; for instructors the name alone, because a search by address would tell addresses. */
const searched = ({ isAdmin }: Manager) =>
  isAdmin ? sql`r.search_text` : sql`regexp_replace(r.search_text, ' [^ ]*$', '')`

export const listRegistrations = async (
  db: TenantDb,
  manager: Manager,
  filter: RegistrationFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<ListedRegistration[]> => {
  const conditions = [
    managedBy(manager),
    ...(filter.search?.trim() ? [sql`${searched(manager)} like ${likePattern(folded(filter.search))}`] : []),
    ...(filter.workshop ? [sql`r.workshop_id = ${filter.workshop}`] : []),
    ...(filter.status ? [sql`r.status = ${filter.status}`] : []),
    ...(filter.enrolled === 'yes' ? [sql`r.enrolled_course_id is not null`] : []),
    ...(filter.enrolled === 'no' ? [sql`r.enrolled_course_id is null`] : []),
  ]
  const { rows } = await sql<ListedRegistration>`
    select r.*, w.title as workshop_title, w.fields, c.title as course_title, u.id as account_id,
      count(*) over ()::int as total
    from workshop_registration r
    join workshop w on w.client_id = r.client_id and w.id = r.workshop_id
    left join course c on c.client_id = r.client_id and c.id = r.enrolled_course_id
    left join app_user u on u.client_id = r.client_id and u.email_key = r.email_key and u.email_verified_at is not null
    where ${sql.join(conditions, sql` and `)}
    order by ${ORDER[filter.sort]} limit ${limit} offset ${offset}`.execute(db)
  return rows
}

/** Of these registrations, those that the manager may see, in the order of their workshops: locks are taken in one order. */
export const managedRegistrations = async (
  db: TenantDb,
  manager: Manager,
  ids: readonly number[],
): Promise<RegistrationRow[]> => {
  const { rows } = await sql<RegistrationRow>`
    select r.* from workshop_registration r
    join workshop w on w.client_id = r.client_id and w.id = r.workshop_id
    where ${managedBy(manager)} and r.id = any(${[...ids]}) order by r.workshop_id, r.id`.execute(db)
  return rows
}

/** The account with a registration's confirmed address; null without one. */
export const accountWith = async (
  db: TenantDb,
  clientId: number,
  emailKey: string,
): Promise<number | null> => {
  const row = await db
    .selectFrom('app_user')
    .select('id')
    .where('client_id', '=', clientId)
    .where('email_key', '=', emailKey)
    .where('email_verified_at', 'is not', null)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  return row?.id ?? null
}

export const viewsOf = (db: TenantDb, { clientId, userId }: Manager): Promise<SavedView[]> =>
  db
    .selectFrom('workshop_view')
    .select(['name', 'query'])
    .where('client_id', '=', clientId)
    .where('user_id', '=', userId)
    .orderBy('position')
    .execute()

export const replaceViews = async (
  db: TenantDb,
  { clientId, userId }: Manager,
  views: readonly SavedView[],
): Promise<void> => {
  await db
    .deleteFrom('workshop_view')
    .where('client_id', '=', clientId)
    .where('user_id', '=', userId)
    .execute()
  if (views.length > 0)
    await db
      .insertInto('workshop_view')
      .values(
        views.map(({ name, query }, position) => ({
          client_id: clientId,
          user_id: userId,
          position,
          name,
          query,
        })),
      )
      .execute()
}

/** The result of an earlier call with the same key. */
export const sentMail = async <Result>(
  db: TenantDb,
  clientId: number,
  key: string,
): Promise<Result | undefined> => {
  const row = await db
    .selectFrom('workshop_mail')
    .select('result')
    .where('client_id', '=', clientId)
    .where('key', '=', key)
    .executeTakeFirst()
  return row?.result as Result | undefined
}

/** False when the same call runs or ran already. */
export const noteMail = async (
  db: TenantDb,
  mail: { clientId: number; key: string; sentBy: number; result: unknown },
  now: Date,
): Promise<boolean> => {
  const added = await db
    .insertInto('workshop_mail')
    .values({
      client_id: mail.clientId,
      key: mail.key,
      sent_by: mail.sentBy,
      result: JSON.stringify(mail.result),
      created_at: now,
    })
    .onConflict((conflict) => conflict.columns(['client_id', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst()
  return added !== undefined
}
