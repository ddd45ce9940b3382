import './auth.tables.ts'
import { sql, type Selectable } from 'kysely'
import type { Role } from '#contract/common.ts'
import type { Language } from '#contract/languages.ts'
import { countsAsPerson } from '#server/core/counted-people.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { Tables } from '#server/core/db/tables.ts'
import { limitReached, lockPlanLimit } from '#server/core/plan-limits.ts'
import { nameKey, usernameCandidates, usernameFrom } from './names.ts'

export type User = Selectable<Tables['app_user']>

/** Every statement names the tenant; row-level security is the second line of defence. */
export const currentClient = sql<number>`current_client_id()`

export interface NewUser {
  email: string
  fullName: string
  /**
   * From `hashPassword`; null for a user who will set one through "forgot password" or signs in with
   * Google.
   */
  passwordHash: string | null
  /** Derived from the address when absent. */
  username?: string
  role?: Role
  language?: Language
  profilePicture?: string | null
  phone?: string | null
  /** IANA name; the tenant's when absent. */
  timeZone?: string
  emailVerifiedAt?: Date | null
  /** An account of the demo's seed. */
  isDemo?: boolean
  /** Somebody made it with the sign-up form. */
  isSelfRegistered?: boolean
  termsAcceptedAt?: Date | null
  referredByCode?: string | null
  createdAt?: Date
}

const valuesOf = (person: NewUser, username: string, now: Date) => ({
  client_id: currentClient,
  email: person.email.normalize('NFC').trim(),
  email_key: nameKey(person.email),
  username,
  username_key: nameKey(username),
  full_name: person.fullName.normalize('NFC').trim(),
  phone_number: person.phone ?? null,
  profile_picture: person.profilePicture ?? null,
  role: person.role ?? 'student',
  language: person.language ?? 'en',
  time_zone:
    person.timeZone ?? sql<string>`(select time_zone from client where client_id = current_client_id())`,
  password_hash: person.passwordHash,
  password_changed_at: person.passwordHash === null ? null : now,
  email_verified_at: person.emailVerifiedAt ?? null,
  is_demo: person.isDemo ?? false,
  self_registered: person.isSelfRegistered ?? false,
  terms_accepted_at: person.termsAcceptedAt ?? null,
  referred_by_code: person.referredByCode ?? null,
  created_at: now,
  updated_at: now,
})

/** How many more active accounts the client's plan allows, until the transaction ends; Infinity without a limit. */
export const roomForPeople = async (db: TenantDb): Promise<number> => {
  const most = await lockPlanLimit(db, 'people')
  if (most === null) return Infinity
  const { rows } = await sql<{ active: number }>`
    select count(*)::integer as active from app_user u
    where u.client_id = current_client_id() and u.disabled_at is null and ${countsAsPerson}`.execute(db)
  return Math.max(0, most - (rows[0]?.active ?? 0))
}

/** Throws unless so many more people may have an active account. */
export const requireRoomForPeople = async (db: TenantDb, people = 1): Promise<void> => {
  if ((await roomForPeople(db)) < people) throw limitReached('people_limit')
}

/** Throws unless the user, who proves the address now and counts from here on, has a place. */
export const requireRoomToConfirm = async (db: TenantDb, user: User): Promise<void> => {
  const counts = user.email_verified_at !== null || !user.self_registered || user.disabled_at !== null
  if (!counts) await requireRoomForPeople(db)
}

/** Adds a user to the tenant of `db` and returns the id. The address must be free, and the plan must have room. */
export const createUser = async (db: TenantDb, person: NewUser): Promise<number> => {
  await requireRoomForPeople(db)
  const now = person.createdAt ?? new Date()
  const names = person.username
    ? [person.username]
    : usernameCandidates(usernameFrom(person.email), Math.random)
  for (const username of names) {
    const row = await db
      .insertInto('app_user')
      .values(valuesOf(person, username, now))
      .onConflict((conflict) => conflict.columns(['client_id', 'username_key']).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (row) return row.id
  }
  throw new Error('createUser: no free username')
}

/** Adds many users and returns their ids in the order of the people. Every address must be free, and the plan must have room. */
export const createUsers = async (db: TenantDb, people: readonly NewUser[]): Promise<number[]> => {
  await requireRoomForPeople(db, people.length)
  const idOf = new Map<string, number>()
  const names = new Map(
    people.map((person) => [
      nameKey(person.email),
      usernameCandidates(usernameFrom(person.email), Math.random),
    ]),
  )
  for (let waiting = people; waiting.length > 0;) {
    const values = waiting.map((person) => {
      const next = names.get(nameKey(person.email))?.next()
      if (!next || next.done) throw new Error('createUsers: no free username')
      return valuesOf(person, next.value, person.createdAt ?? new Date())
    })
    const rows = await db
      .insertInto('app_user')
      .values(values)
      .onConflict((conflict) => conflict.columns(['client_id', 'username_key']).doNothing())
      .returning(['id', 'email_key'])
      .execute()
    for (const row of rows) idOf.set(row.email_key, row.id)
    waiting = waiting.filter(({ email }) => !idOf.has(nameKey(email)))
  }
  return people.map(({ email }) => idOf.get(nameKey(email)) ?? 0)
}

export const findUser = (db: TenantDb, userId: number): Promise<User | undefined> =>
  db
    .selectFrom('app_user')
    .selectAll()
    .where('client_id', '=', currentClient)
    .where('id', '=', userId)
    .executeTakeFirst()

/** Locks the row until the transaction ends: sessions and passwords of one user change one at a time. */
export const lockUser = (db: TenantDb, userId: number): Promise<User | undefined> =>
  db
    .selectFrom('app_user')
    .selectAll()
    .where('client_id', '=', currentClient)
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()

export const findByEmail = (db: TenantDb, email: string): Promise<User | undefined> =>
  db
    .selectFrom('app_user')
    .selectAll()
    .where('client_id', '=', currentClient)
    .where('email_key', '=', nameKey(email))
    .executeTakeFirst()

/** Finds a user by e-mail address or username; usernames never contain an @. */
export const findByLogin = (db: TenantDb, login: string): Promise<User | undefined> =>
  login.includes('@')
    ? findByEmail(db, login)
    : db
        .selectFrom('app_user')
        .selectAll()
        .where('client_id', '=', currentClient)
        .where('username_key', '=', nameKey(login))
        .executeTakeFirst()

/** Whether anybody administers the tenant of `db`; the demo's own accounts do not count. */
export const hasAdministrator = async (db: TenantDb): Promise<boolean> => {
  const row = await db
    .selectFrom('app_user')
    .select('id')
    .where('client_id', '=', currentClient)
    .where('role', 'in', ['admin', 'superadmin'])
    .where('is_demo', '=', false)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export const updateUser = async (
  db: TenantDb,
  userId: number,
  now: Date,
  change: Partial<
    Pick<
      User,
      | 'full_name'
      | 'phone_number'
      | 'profile_picture'
      | 'password_hash'
      | 'password_changed_at'
      | 'email_verified_at'
      | 'disabled_at'
      | 'role'
      | 'language'
      | 'marketing_opt_in'
      | 'referred_by_code'
      | 'terms_accepted_at'
    >
  >,
): Promise<void> => {
  await db
    .updateTable('app_user')
    .set({ ...change, updated_at: now })
    .where('client_id', '=', currentClient)
    .where('id', '=', userId)
    .execute()
}

export interface ClientAccountRules {
  password_min: number
  phone_required: boolean
  google_client_id: string | null
}

/** The tenant's settings for accounts; read-only here, the client-info feature writes them. */
export const clientAccountRules = async (db: TenantDb): Promise<ClientAccountRules> => {
  const { rows } = await sql<ClientAccountRules>`
    select password_min, phone_required, google_client_id from client where client_id = current_client_id()`.execute(
    db,
  )
  const [row] = rows
  if (!row) throw new Error('clientAccountRules: no client in this transaction')
  return row
}
