import { sql } from 'kysely'
import type { Language } from '#contract/languages.ts'
import type { Config } from '#server/core/config.ts'
import type { Outbox } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { siteOf } from '#server/core/mail/site.ts'
import { ownDataMail, type OwnDataMail } from './mail-texts.ts'

export interface Recipient {
  email: string
  full_name: string
  language: Language
  time_zone: string
}

export interface MailDependencies {
  readonly config: Pick<Config, 'publicUrl' | 'demo'>
  readonly outbox: Outbox
}

/** Where the profile shows a person's own data. */
const OWN_DATA_PATH = '/user-profile#own-data'

export const recipientOf = async (db: TenantDb, userId: number): Promise<Recipient | undefined> => {
  const { rows } = await sql<Recipient>`
    select email, full_name, language, time_zone from app_user
    where client_id = current_client_id() and id = ${userId}`.execute(db)
  return rows[0]
}

const dateText = (at: Date, { language, time_zone: timeZone }: Recipient): string => {
  const options = { dateStyle: 'long' } as const
  try {
    return new Intl.DateTimeFormat(language, { ...options, timeZone }).format(at)
  } catch {
    return new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }).format(at)
  }
}

/** Queues a mail about the person's data in the caller's transaction. */
export const sendOwnDataMail = async (
  { config, outbox }: MailDependencies,
  db: TenantDb,
  mail: { clientId: number; to: Recipient; kind: OwnDataMail; date: Date },
): Promise<void> => {
  const { to } = mail
  const site = await siteOf(db, config, mail.clientId)
  const values = { tenant: site.name, name: to.full_name, date: dateText(mail.date, to) }
  await outbox.add(db, {
    to: to.email,
    channel: 'email',
    language: to.language,
    ...ownDataMail(to.language, mail.kind, values, site.urlOf(OWN_DATA_PATH)),
  })
}
