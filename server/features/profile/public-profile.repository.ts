import './profile.tables.ts'
import { sql, type Selectable } from 'kysely'
import type { BadgeName } from '#contract/badges/badges.ts'
import type { Language } from '#contract/languages.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { Tables } from '#server/core/db/tables.ts'

export type SettingsRow = Pick<
  Selectable<Tables['public_profile']>,
  'is_on' | 'handle' | 'fields' | 'is_listed'
>

export const readSettings = (
  db: TenantDb,
  clientId: number,
  userId: number,
): Promise<SettingsRow | undefined> =>
  db
    .selectFrom('public_profile')
    .select(['is_on', 'handle', 'fields', 'is_listed'])
    .where('client_id', '=', clientId)
    .where('user_id', '=', userId)
    .executeTakeFirst()

/** False when somebody else has the address. */
export const writeSettings = async (
  db: TenantDb,
  { clientId, userId, now, settings }: { clientId: number; userId: number; now: Date; settings: SettingsRow },
): Promise<boolean> => {
  const { rows } = await sql`
    select from public_profile where client_id = ${clientId} and handle = ${settings.handle} and user_id <> ${userId}`.execute(
    db,
  )
  if (rows.length > 0) return false
  const values = { ...settings, saved_at: now }
  await db
    .insertInto('public_profile')
    .values({ client_id: clientId, user_id: userId, ...values })
    .onConflict((conflict) => conflict.columns(['client_id', 'user_id']).doUpdateSet(values))
    .execute()
  return true
}

export interface FoundPerson {
  userId: number
  fields: SettingsRow['fields']
  isListed: boolean
}

/** The person behind an address that is switched on; accounts that cannot sign in show nothing. */
export const findPublic = async (
  db: TenantDb,
  clientId: number,
  handle: string,
): Promise<FoundPerson | undefined> => {
  const { rows } = await sql<FoundPerson>`
    select p.user_id as "userId", p.fields, p.is_listed as "isListed" from public_profile p
    join app_user u on u.client_id = p.client_id and u.id = p.user_id and u.disabled_at is null
    where p.client_id = ${clientId} and p.handle = ${handle} and p.is_on`.execute(db)
  return rows[0]
}

export const earnedBadges = async (
  db: TenantDb,
  clientId: number,
  userId: number,
): Promise<{ badge: BadgeName; earned_at: Date }[]> => {
  const { rows } = await sql<{ badge: BadgeName; earned_at: Date }>`
    select badge, earned_at from learner_badge where client_id = ${clientId} and user_id = ${userId}
    order by earned_at desc, badge`.execute(db)
  return rows
}

export const finishedCourses = async (
  db: TenantDb,
  { clientId, userId, language }: { clientId: number; userId: number; language: Language },
): Promise<{ title: string; completed_at: Date }[]> => {
  const { rows } = await sql<{ title: string; completed_at: Date }>`
    select coalesce(k.texts -> ${language}::text ->> 'title', k.title) as title, e.completed_at
    from enrolment e join course k on k.client_id = ${clientId} and k.id = e.course_id
    where e.client_id = ${clientId} and e.user_id = ${userId} and e.completed_at is not null
    order by e.completed_at desc, k.id`.execute(db)
  return rows
}
