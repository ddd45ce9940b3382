import { sql } from 'kysely'
import type { TenantDb } from '#server/core/db/database.ts'
import { ownRows } from './own-data.repository.ts'
import { PERSONAL_TABLES, type PersonalTable } from './personal-data.ts'

/** Takes the person's name out of what others see in the community; provided by that feature through app.ts. */
export type ForgetPerson = (
  db: TenantDb,
  person: { clientId: number; userId: number; username: string; becomes: { name: string; username: string } },
) => Promise<void>

interface Account {
  email: string
  username: string
  phone_number: string | null
  profile_picture: string | null
}

const isStored = (url: string | null): url is string => url?.startsWith('/files/') ?? false

const filesOf = async (
  db: TenantDb,
  table: string,
  rule: PersonalTable,
  userId: number,
): Promise<string[]> => {
  const found: string[] = []
  for (const column of rule.files ?? []) {
    const { rows } = await sql<{ url: string | null }>`
      select t.${sql.ref(column)} as url from ${sql.table(table)} t
      where t.client_id = current_client_id() and ${ownRows(rule, userId)}`.execute(db)
    found.push(...rows.map(({ url }) => url).filter(isStored))
  }
  return found
}

const applyRule = async (db: TenantDb, table: string, rule: PersonalTable, userId: number): Promise<void> => {
  const isOwn = sql`t.client_id = current_client_id() and ${ownRows(rule, userId)}`
  if (rule.onDeletion === 'erase') {
    await sql`delete from ${sql.table(table)} t where ${isOwn}`.execute(db)
    return
  }
  const blanks = Object.entries(rule.blank ?? {})
  if (blanks.length === 0) return
  const values = sql.join(blanks.map(([column, value]) => sql`${sql.ref(column)} = ${value}`))
  await sql`update ${sql.table(table)} t set ${values} where ${isOwn}`.execute(db)
}

/** Payment links for this person alone; the documents of their payments keep the name (tax law). */
const forgetPayer = async (
  db: TenantDb,
  userId: number,
  { username }: { username: string },
): Promise<void> => {
  const address = `${username}@deleted.invalid`
  await sql`
    update payment_link l set email = ${address}, email_key = ${address}, remind_at = null
    from app_user u where l.client_id = current_client_id() and u.client_id = l.client_id and u.id = ${userId}
      and u.email_verified_at is not null and l.email_key = u.email_key`.execute(db)
}

/** The row stays for what must stay; nothing in it tells whose it was, and nobody can sign in with it. */
const emptyAccount = async (
  db: TenantDb,
  userId: number,
  { name, username }: { name: string; username: string },
  now: Date,
): Promise<void> => {
  await sql`
    update app_user set email = ${`${username}@deleted.invalid`}, email_key = ${`${username}@deleted.invalid`},
      username = ${username}, username_key = ${username}, full_name = ${name}, phone_number = null,
      profile_picture = null, password_hash = null, password_changed_at = null, email_verified_at = null,
      time_zone = 'UTC', marketing_opt_in = false, referred_by_code = null, role = 'student',
      disabled_at = ${now}, updated_at = ${now}
    where client_id = current_client_id() and id = ${userId}`.execute(db)
}

/**
 * Erases or anonymises everything about a person in one transaction, and returns the addresses of their stored files.
 * `name` is what others read from then on.
 */
export const eraseAccount = async (
  db: TenantDb,
  { clientId, userId, name, now }: { clientId: number; userId: number; name: string; now: Date },
  forgetPerson: ForgetPerson,
): Promise<string[]> => {
  const { rows } = await sql<Account>`
    select email, username, phone_number, profile_picture from app_user
    where client_id = current_client_id() and id = ${userId} for update`.execute(db)
  const [account] = rows
  if (!account) return []
  const becomes = { name, username: `deleted-${userId}` }
  await forgetPerson(db, { clientId, userId, username: account.username, becomes })
  const files = isStored(account.profile_picture) ? [account.profile_picture] : []
  for (const [table, rule] of Object.entries(PERSONAL_TABLES)) {
    files.push(...(await filesOf(db, table, rule, userId)))
    await applyRule(db, table, rule, userId)
  }
  // Mails hold the address and the name.
  await sql`delete from outbox_message where client_id = current_client_id()
    and lower(recipient) in (lower(${account.email}), ${account.phone_number ?? ''})`.execute(db)
  await forgetPayer(db, userId, becomes)
  await emptyAccount(db, userId, becomes, now)
  return files
}
