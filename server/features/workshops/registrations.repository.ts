import './workshops.tables.ts'
import { sql, type Selectable } from 'kysely'
import type { RegistrationStatus } from '#contract/workshops/shapes.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { Tables } from '#server/core/db/tables.ts'
import { folded } from '#server/core/text/search-text.ts'
import type { OpenRegistration } from './seats.ts'
import type { WorkshopKey } from './workshops.repository.ts'

export type RegistrationRow = Selectable<Tables['workshop_registration']>

/** Statuses of people who have a seat for certain. */
const TAKEN: readonly RegistrationStatus[] = ['confirmed', 'attended', 'no_show']
const OPEN: readonly RegistrationStatus[] = ['registered', 'waiting', 'offered']

export const countTaken = async (db: TenantDb, { clientId, workshopId }: WorkshopKey): Promise<number> => {
  const row = await db
    .selectFrom('workshop_registration')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('client_id', '=', clientId)
    .where('workshop_id', '=', workshopId)
    .where('status', 'in', TAKEN)
    .executeTakeFirstOrThrow()
  return Number(row.n)
}

export const openRegistrations = async (
  db: TenantDb,
  { clientId, workshopId }: WorkshopKey,
): Promise<OpenRegistration[]> => {
  const rows = await db
    .selectFrom('workshop_registration')
    .select(['id', 'status', 'until', 'queued_at'])
    .where('client_id', '=', clientId)
    .where('workshop_id', '=', workshopId)
    .where('status', 'in', OPEN)
    .execute()
  return rows as OpenRegistration[]
}

export type StatusCounts = Record<RegistrationStatus, number>
export const noCounts = (): StatusCounts => ({
  registered: 0,
  waiting: 0,
  offered: 0,
  confirmed: 0,
  attended: 0,
  no_show: 0,
  cancelled: 0,
})

export const countsOf = async (
  db: TenantDb,
  clientId: number,
  workshopIds: readonly number[],
): Promise<Map<number, StatusCounts>> => {
  const counts = new Map(workshopIds.map((id) => [id, noCounts()]))
  if (workshopIds.length === 0) return counts
  const { rows } = await sql<{ workshop_id: number; status: RegistrationStatus; n: number }>`
    select workshop_id, status, count(*)::int as n from workshop_registration
    where client_id = ${clientId} and workshop_id = any(${[...workshopIds]}) group by workshop_id, status`.execute(
    db,
  )
  for (const { workshop_id: id, status, n } of rows) {
    const of = counts.get(id)
    if (of) of[status] = n
  }
  return counts
}

export const registrationById = (
  db: TenantDb,
  clientId: number,
  id: number,
): Promise<RegistrationRow | undefined> =>
  db
    .selectFrom('workshop_registration')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .executeTakeFirst()

export const registrationByEmail = (
  db: TenantDb,
  { clientId, workshopId }: WorkshopKey,
  emailKey: string,
): Promise<RegistrationRow | undefined> =>
  db
    .selectFrom('workshop_registration')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('workshop_id', '=', workshopId)
    .where('email_key', '=', emailKey)
    .executeTakeFirst()

export interface NewRegistration {
  readonly name: string
  readonly email: string
  readonly emailKey: string
  readonly userId: number | null
  readonly language: string
  readonly answers: Readonly<Record<string, string | boolean>>
  readonly file: { readonly name: string; readonly url: string } | null
  readonly status: RegistrationStatus
  readonly until: Date | null
}

/** Also for an address that cancelled before: its old link stops working. */
export const writeRegistration = (
  db: TenantDb,
  { clientId, workshopId }: WorkshopKey,
  person: NewRegistration,
  at: Date,
): Promise<RegistrationRow> => {
  const values = {
    user_id: person.userId,
    name: person.name,
    email: person.email,
    search_text: folded(`${person.name} ${person.email}`),
    language: person.language,
    answers: JSON.stringify(person.answers),
    file_name: person.file?.name ?? null,
    file_url: person.file?.url ?? null,
    status: person.status,
    until: person.until,
    queued_at: at,
    enrolled_course_id: null,
    mailed_at: at,
    created_at: at,
    updated_at: at,
  }
  return db
    .insertInto('workshop_registration')
    .values({ client_id: clientId, workshop_id: workshopId, email_key: person.emailKey, ...values })
    .onConflict((conflict) =>
      conflict
        .columns(['client_id', 'workshop_id', 'email_key'])
        .doUpdateSet({ ...values, key: sql<string>`gen_random_uuid()` }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Returns the changed rows, so that their owners can get a mail. */
export const setStatus = (
  db: TenantDb,
  clientId: number,
  ids: readonly number[],
  change: { status: RegistrationStatus; until: Date | null },
  now: Date,
): Promise<RegistrationRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .updateTable('workshop_registration')
        .set({ ...change, updated_at: now })
        .where('client_id', '=', clientId)
        .where('id', 'in', ids)
        .returningAll()
        .execute()

export const noteMailed = async (db: TenantDb, clientId: number, id: number, now: Date): Promise<void> => {
  await db
    .updateTable('workshop_registration')
    .set({ mailed_at: now })
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .execute()
}

export const noteEnrolled = async (
  db: TenantDb,
  clientId: number,
  id: number,
  enrolled: { userId: number; courseId: number },
  now: Date,
): Promise<void> => {
  await db
    .updateTable('workshop_registration')
    .set({ enrolled_course_id: enrolled.courseId, user_id: enrolled.userId, updated_at: now })
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .execute()
}

/** People with a seat or with hope for one. */
export const activeRegistrations = (
  db: TenantDb,
  { clientId, workshopId }: WorkshopKey,
): Promise<RegistrationRow[]> =>
  db
    .selectFrom('workshop_registration')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('workshop_id', '=', workshopId)
    .where('status', 'in', [...OPEN, 'confirmed'])
    .orderBy('id')
    .execute()

/** From 1; null when the person does not wait. */
export const positionOf = async (db: TenantDb, row: RegistrationRow): Promise<number | null> => {
  if (row.status !== 'waiting') return null
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from workshop_registration
    where client_id = ${row.client_id} and workshop_id = ${row.workshop_id} and status = 'waiting'
      and (queued_at, id) <= (${row.queued_at}, ${row.id})`.execute(db)
  return rows[0]?.n ?? 1
}

/** Workshops in which the time of a seat or an offer is over. */
export const workshopsToSettle = async (db: TenantDb, clientId: number, now: Date): Promise<number[]> => {
  const { rows } = await sql<{ workshop_id: number }>`
    select distinct workshop_id from workshop_registration
    where client_id = ${clientId} and until <= ${now} order by workshop_id`.execute(db)
  return rows.map((row) => row.workshop_id)
}
