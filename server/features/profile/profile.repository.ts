import './profile.tables.ts'
import { sql, type Selectable } from 'kysely'
import type { Language } from '#contract/languages.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { Tables } from '#server/core/db/tables.ts'

type Row = Selectable<Tables['learner_profile']>
export type ProfileRow = Pick<
  Row,
  'first_name' | 'last_name' | 'bio' | 'date_of_birth' | 'professional_url' | 'code_url'
> & {
  full_name: string
  email: string
  username: string
  phone_number: string | null
  profile_picture: string | null
  language: Language
  time_zone: string
  follows_device_zone: boolean
}

/** Undefined only for an account that was removed meanwhile. */
export const readProfile = async (
  db: TenantDb,
  clientId: number,
  userId: number,
): Promise<ProfileRow | undefined> => {
  const { rows } = await sql<ProfileRow>`
    select u.full_name, u.email, u.username, u.phone_number, u.profile_picture, u.language, u.time_zone,
      u.follows_device_zone,
      coalesce(p.first_name, '') as first_name, coalesce(p.last_name, '') as last_name,
      coalesce(p.bio, '') as bio, p.date_of_birth, p.professional_url, p.code_url
    from app_user u left join learner_profile p on p.client_id = u.client_id and p.user_id = u.id
    where u.client_id = ${clientId} and u.id = ${userId}`.execute(db)
  return rows[0]
}

export type ProfileValues = Partial<Omit<Row, 'client_id' | 'user_id' | 'updated_at'>>

export const writeProfile = async (
  db: TenantDb,
  profile: { clientId: number; userId: number; values: ProfileValues; now: Date },
): Promise<void> => {
  const values = { ...profile.values, updated_at: profile.now }
  await db
    .insertInto('learner_profile')
    .values({ client_id: profile.clientId, user_id: profile.userId, ...values })
    .onConflict((conflict) => conflict.columns(['client_id', 'user_id']).doUpdateSet(values))
    .execute()
}
