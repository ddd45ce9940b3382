import { sql } from 'kysely'
import type { TenantDb } from '#server/core/db/database.ts'
import type { UnconfirmedSeat, SeatState } from './seats.ts'

export interface CourseKey {
  clientId: number
  courseId: number
}
export interface OfferRow {
  capacity: number | null
  opens_at: Date | null
  price_minor: number | null
  booking_minor: number | null
  currency: string | null
}

/** Locks the offer's row: changes of one course's seats wait for each other here. */
export const lockOffer = (db: TenantDb, { clientId, courseId }: CourseKey): Promise<OfferRow | undefined> =>
  db
    .selectFrom('course_offer')
    .select(['capacity', 'opens_at', 'price_minor', 'booking_minor', 'currency'])
    .where('client_id', '=', clientId)
    .where('course_id', '=', courseId)
    .forUpdate()
    .executeTakeFirst()

export const offerOf = (db: TenantDb, { clientId, courseId }: CourseKey): Promise<OfferRow | undefined> =>
  db
    .selectFrom('course_offer')
    .select(['capacity', 'opens_at', 'price_minor', 'booking_minor', 'currency'])
    .where('client_id', '=', clientId)
    .where('course_id', '=', courseId)
    .executeTakeFirst()

export const writeOffer = async (
  db: TenantDb,
  { clientId, courseId }: CourseKey,
  offer: OfferRow,
): Promise<void> => {
  await db
    .insertInto('course_offer')
    .values({ client_id: clientId, course_id: courseId, ...offer })
    .onConflict((conflict) => conflict.columns(['client_id', 'course_id']).doUpdateSet(offer))
    .execute()
}

export const countConfirmed = async (db: TenantDb, { clientId, courseId }: CourseKey): Promise<number> => {
  const row = await db
    .selectFrom('course_seat')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('client_id', '=', clientId)
    .where('course_id', '=', courseId)
    .where('state', '=', 'confirmed')
    .executeTakeFirstOrThrow()
  return Number(row.n)
}

export const unconfirmedSeats = async (
  db: TenantDb,
  { clientId, courseId }: CourseKey,
): Promise<UnconfirmedSeat[]> => {
  const rows = await db
    .selectFrom('course_seat')
    .select(['user_id as userId', 'state', 'since', 'until'])
    .where('client_id', '=', clientId)
    .where('course_id', '=', courseId)
    .where('state', '<>', 'confirmed')
    .execute()
  return rows as UnconfirmedSeat[]
}

export interface Seat {
  state: SeatState
  since: Date
  until: Date | null
}

export const seatOf = (
  db: TenantDb,
  { clientId, courseId }: CourseKey,
  userId: number,
): Promise<Seat | undefined> =>
  db
    .selectFrom('course_seat')
    .select(['state', 'since', 'until'])
    .where('client_id', '=', clientId)
    .where('course_id', '=', courseId)
    .where('user_id', '=', userId)
    .executeTakeFirst()

export const writeSeat = async (
  db: TenantDb,
  { clientId, courseId }: CourseKey,
  userId: number,
  seat: Seat,
): Promise<void> => {
  await db
    .insertInto('course_seat')
    .values({ client_id: clientId, course_id: courseId, user_id: userId, ...seat })
    .onConflict((conflict) =>
      conflict.columns(['client_id', 'course_id', 'user_id']).doUpdateSet({ ...seat }),
    )
    .execute()
}

/** True when something was removed. */
export const removeSeats = async (
  db: TenantDb,
  { clientId, courseId }: CourseKey,
  userIds: readonly number[],
): Promise<boolean> => {
  if (userIds.length === 0) return false
  const result = await db
    .deleteFrom('course_seat')
    .where('client_id', '=', clientId)
    .where('course_id', '=', courseId)
    .where('user_id', 'in', userIds)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

/**
 * Gives a person a seat in each of the courses whose seats are limited; above their number, too. The shared lock keeps the
 * offers as they are to the commit, and people who are seated at the same time do not wait for each other.
 */
export const seatAboveCapacity = async (
  db: TenantDb,
  clientId: number,
  { courseIds, userId, at }: { courseIds: readonly number[]; userId: number; at: Date },
): Promise<void> => {
  await sql`
    with offer as materialized (
      select course_id, capacity from course_offer
      where client_id = ${clientId} and course_id = any(${[...courseIds]}::integer[]) order by course_id for share
    )
    insert into course_seat (client_id, course_id, user_id, state, since)
    select ${clientId}::integer, course_id, ${userId}::integer, 'confirmed', ${at}::timestamptz from offer
    where capacity is not null
    on conflict (client_id, course_id, user_id) do update
      set state = 'confirmed', since = excluded.since, until = null
      where course_seat.state <> 'confirmed'`.execute(db)
}

/** Gives every enrolled learner a seat when seats become limited. */
export const seatEnrolled = async (
  db: TenantDb,
  { clientId, courseId }: CourseKey,
  now: Date,
): Promise<void> => {
  await sql`
    insert into course_seat (client_id, course_id, user_id, state, since)
    select client_id, course_id, user_id, 'confirmed', ${now} from enrolment
    where client_id = ${clientId} and course_id = ${courseId} and left_at is null
    on conflict (client_id, course_id, user_id) do update
      set state = 'confirmed', since = excluded.since, until = null
      where course_seat.state <> 'confirmed'`.execute(db)
}

/** Removes all seats when seats are no longer limited. */
export const removeAllSeats = async (db: TenantDb, { clientId, courseId }: CourseKey): Promise<void> => {
  await db
    .deleteFrom('course_seat')
    .where('client_id', '=', clientId)
    .where('course_id', '=', courseId)
    .execute()
}

export interface RosterSeat extends Seat {
  id: number
  name: string
  email: string
}

/** Holds, then offers, then the waiting list, then confirmed seats, each by date. */
export const rosterSeats = async (
  db: TenantDb,
  { clientId, courseId }: CourseKey,
  limit: number,
): Promise<RosterSeat[]> => {
  const result = await sql<RosterSeat>`
    select u.id, u.full_name as name, u.email, s.state, s.since, s.until from course_seat s
    join app_user u on u.client_id = s.client_id and u.id = s.user_id
    where s.client_id = ${clientId} and s.course_id = ${courseId}
    order by array_position(array['held', 'offered', 'waiting', 'confirmed'], s.state), s.since, u.id
    limit ${limit}`.execute(db)
  return result.rows
}

/** Courses in which a hold or an offer has expired. */
export const coursesWithExpiredSeats = async (
  db: TenantDb,
  clientId: number,
  now: Date,
): Promise<number[]> => {
  const result = await sql<{ course_id: number }>`
    select distinct course_id from course_seat
    where client_id = ${clientId} and until is not null and until <= ${now} order by course_id`.execute(db)
  return result.rows.map((row) => row.course_id)
}
