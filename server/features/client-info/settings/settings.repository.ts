import '../clients.tables.ts'
import { sql } from 'kysely'
import type { Language } from '#contract/languages.ts'
import type { TenantDb } from '#server/core/db/database.ts'

export interface SettingsRow {
  settings_version: number
  languages: Language[]
  detect_browser_language: boolean
  mail_sender: string | null
  mail_reply_to: string | null
  support_email: string | null
  password_min: number
  phone_required: boolean
  staff_second_step: boolean
}

export const readSettings = (db: TenantDb, clientId: number): Promise<SettingsRow | undefined> =>
  db
    .selectFrom('client')
    .select([
      'settings_version',
      'languages',
      'detect_browser_language',
      'mail_sender',
      'mail_reply_to',
      'support_email',
      'password_min',
      'phone_required',
      'staff_second_step',
    ])
    .where('client_id', '=', clientId)
    .executeTakeFirst()

export const readSwitches = (
  db: TenantDb,
  clientId: number,
): Promise<{ slug: string; enabled: boolean; allowed: boolean }[]> =>
  db
    .selectFrom('client_feature')
    .select(['slug', 'enabled', 'allowed'])
    .where('client_id', '=', clientId)
    .execute()

export const countChange = async (db: TenantDb, clientId: number): Promise<void> => {
  await db
    .updateTable('client')
    .set({ settings_version: sql<number>`settings_version + 1`, updated_at: sql<Date>`now()` })
    .where('client_id', '=', clientId)
    .execute()
}

export const writeLanguages = async (
  db: TenantDb,
  clientId: number,
  { languages, detect }: { languages: Language[]; detect: boolean },
): Promise<void> => {
  await db
    .updateTable('client')
    .set({ languages, detect_browser_language: detect })
    .where('client_id', '=', clientId)
    .execute()
}

/** A feature that is not allowed is off. */
export const writeAllowed = async (
  db: TenantDb,
  clientId: number,
  { slug, allowed }: { slug: string; allowed: boolean },
): Promise<void> => {
  await db
    .updateTable('client_feature')
    .set({ allowed, ...(!allowed && { enabled: false }) })
    .where('client_id', '=', clientId)
    .where('slug', '=', slug)
    .execute()
}

export const writeMail = async (
  db: TenantDb,
  clientId: number,
  mail: Pick<SettingsRow, 'mail_sender' | 'mail_reply_to' | 'support_email'>,
): Promise<void> => {
  await db.updateTable('client').set(mail).where('client_id', '=', clientId).execute()
}

export const writeAccountRules = async (
  db: TenantDb,
  clientId: number,
  rules: Pick<SettingsRow, 'password_min' | 'phone_required'>,
): Promise<void> => {
  await db.updateTable('client').set(rules).where('client_id', '=', clientId).execute()
}

export const readPerson = (
  db: TenantDb,
  clientId: number,
  userId: number,
): Promise<{ email: string; language: Language } | undefined> =>
  db
    .selectFrom('app_user')
    .select(['email', 'language'])
    .where('client_id', '=', clientId)
    .where('id', '=', userId)
    .executeTakeFirst()
