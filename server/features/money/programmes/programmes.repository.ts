/** Programmes, their orders and the parts of an order. */
import { sql, type Selectable } from 'kysely'
import type { ProgrammeSlug } from '#contract/money/programme-slugs.ts'
import type { PaymentPlan } from '#contract/money/programmes.ts'
import type { Part } from '#contract/money/schedule.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { Tables } from '#server/core/db/tables.ts'
import { placeOf } from '../chart.ts'
import { balancesOf } from '../ledger.repository.ts'

export type ProgrammeRow = Selectable<Tables['programme']>
export type OrderRow = Selectable<Tables['programme_order']>

export const programmeBySlug = (
  db: TenantDb,
  clientId: number,
  slug: ProgrammeSlug,
): Promise<ProgrammeRow | undefined> =>
  db
    .selectFrom('programme')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('slug', '=', slug)
    .executeTakeFirst()

/** The programme of an order, and the time zone in which its days count. */
export const programmeOfOrder = (
  db: TenantDb,
  clientId: number,
  orderId: number,
): Promise<ProgrammeRow & { time_zone: string }> =>
  db
    .selectFrom('programme_order as o')
    .innerJoin('programme as p', (join) =>
      join.onRef('p.client_id', '=', 'o.client_id').onRef('p.slug', '=', 'o.programme'),
    )
    .innerJoin('client as k', 'k.client_id', 'o.client_id')
    .selectAll('p')
    .select('k.time_zone')
    .where('o.client_id', '=', clientId)
    .where('o.id', '=', orderId)
    .executeTakeFirstOrThrow()

/** The programmes whose scholarship an assessment decides. */
export const programmesOfAssessment = async (
  db: TenantDb,
  clientId: number,
  assessmentId: number,
): Promise<Pick<ProgrammeRow, 'slug' | 'title'>[]> =>
  db
    .selectFrom('programme')
    .select(['slug', 'title'])
    .where('client_id', '=', clientId)
    .where('assessment_id', '=', assessmentId)
    .orderBy('slug')
    .execute()

/** The courses of the programme now become those of the order. */
export const keepCourses = async (db: TenantDb, clientId: number, orderId: number): Promise<number[]> => {
  const { rows } = await sql<{ course_id: number }>`
    insert into programme_order_course (client_id, order_id, course_id, position)
    select p.client_id, o.id, p.course_id, p.position
    from programme_order o
    join programme_course p on p.client_id = o.client_id and p.programme = o.programme
    join course c on c.client_id = p.client_id and c.id = p.course_id and c.status = 'published'
    where o.client_id = ${clientId} and o.id = ${orderId} order by p.position, p.course_id
    returning course_id`.execute(db)
  return rows.map(({ course_id: courseId }) => courseId)
}

/** With a row lock: payments of one order are applied one after another. */
export const lockOrder = (db: TenantDb, clientId: number, orderId: number): Promise<OrderRow> =>
  db
    .selectFrom('programme_order')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('id', '=', orderId)
    .forUpdate()
    .executeTakeFirstOrThrow()

export interface OrderTerms {
  readonly plan: PaymentPlan
  readonly total_minor: number
  readonly scholarship_percent: number
  readonly owed_minor: number
  readonly currency: string
  readonly grace_days: number
  readonly minimum_minor: number
  readonly coupon_id: number | null
  readonly coupon_minor: number
}

/** The person's order, locked; made when there is none that has not ended. */
export const claimOrder = async (
  db: TenantDb,
  clientId: number,
  { userId, slug, at }: { userId: number; slug: ProgrammeSlug; at: Date },
  terms: OrderTerms,
): Promise<OrderRow> => {
  await db
    .insertInto('programme_order')
    .values({ client_id: clientId, user_id: userId, programme: slug, created_at: at, ...terms })
    .onConflict((conflict) =>
      conflict.columns(['client_id', 'user_id', 'programme']).where('state', '<>', 'ended').doNothing(),
    )
    .execute()
  return db
    .selectFrom('programme_order')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('user_id', '=', userId)
    .where('programme', '=', slug)
    .where('state', '<>', 'ended')
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** Of an order that nothing was paid for yet; the database refuses any other. */
export const writeTerms = async (
  db: TenantDb,
  clientId: number,
  orderId: number,
  terms: Partial<OrderTerms>,
): Promise<void> => {
  await db
    .updateTable('programme_order')
    .set(terms)
    .where('client_id', '=', clientId)
    .where('id', '=', orderId)
    .execute()
}

export const writeOrderState = async (
  db: TenantDb,
  clientId: number,
  orderId: number,
  change:
    | { state: 'booked'; booked_at: Date }
    | { state: 'paid'; paid_at: Date }
    | { state: 'ended'; ended_at: Date },
): Promise<void> => {
  await db
    .updateTable('programme_order')
    .set(change)
    .where('client_id', '=', clientId)
    .where('id', '=', orderId)
    .execute()
}

export const insertParts = async (
  db: TenantDb,
  clientId: number,
  orderId: number,
  parts: readonly Part[],
): Promise<void> => {
  if (parts.length === 0) return
  await db
    .insertInto('programme_part')
    .values(
      parts.map(({ dueOn, amountMinor }, position) => ({
        client_id: clientId,
        order_id: orderId,
        position,
        due_on: dueOn,
        amount_minor: amountMinor,
      })),
    )
    .execute()
}

/** What was paid for an order, less what went back: from the ledger. */
export const paidFor = async (db: TenantDb, clientId: number, orderId: number): Promise<number> =>
  (await balancesOf(db, clientId, { orderId }))
    .filter(({ account }) => placeOf(account) !== null)
    .reduce((sum, { balance }) => sum + balance, 0)

/** The parts and what was paid for them before, in one statement; the caller has locked the order. */
export const partsAndPaid = async (
  db: TenantDb,
  clientId: number,
  orderId: number,
): Promise<{ parts: Part[]; paidMinor: number }> => {
  const { rows } = await sql<{ parts: Part[]; paid: number }>`
    select
      (select coalesce(json_agg(json_build_object('dueOn', p.due_on, 'amountMinor', p.amount_minor) order by p.position), '[]')
        from programme_part p where p.client_id = ${clientId} and p.order_id = ${orderId}) as parts,
      (select coalesce(sum(e.amount_minor), 0)::bigint from ledger_transaction t
        join ledger_entry e on e.client_id = t.client_id and e.transaction_id = t.id
        where t.client_id = ${clientId} and t.order_id = ${orderId}
          and split_part(e.account, ':', 1) in ('bank', 'cash', 'clearing')) as paid`.execute(db)
  return { parts: rows[0]?.parts ?? [], paidMinor: rows[0]?.paid ?? 0 }
}

export interface ProgrammeSeat {
  userId: number
  courseId: number
  isReadOnly: boolean
}

/** People with a part that has been due for longer than its days of grace. */
export const latePeople = async (db: TenantDb, clientId: number, today: string): Promise<number[]> => {
  const { rows } = await sql<{ user_id: number }>`
    select distinct o.user_id from programme_due d
    join programme_order o on o.client_id = d.client_id and o.id = d.order_id
    where d.client_id = ${clientId} and d.due_on < ${today}::date and d.due_on + o.grace_days < ${today}::date
    order by o.user_id`.execute(db)
  return rows.map(({ user_id: userId }) => userId)
}

/** Their payments wait until the end of the transaction. */
export const lockOrdersOf = async (
  db: TenantDb,
  clientId: number,
  userIds: readonly number[],
): Promise<void> => {
  await sql`select from programme_order where client_id = ${clientId} and user_id = any(${userIds}::integer[])
    order by id for no key update`.execute(db)
}

/**
 * Courses of people with an order that may have to change, and whether they can only be read: a part has been due for
 * longer than its days of grace, and no other order of the person that is in time has the course.
 */
export const programmeSeats = async (
  db: TenantDb,
  clientId: number,
  { today, userIds }: { today: string; userIds: readonly number[] },
): Promise<ProgrammeSeat[]> => {
  const { rows } = await sql<{ user_id: number; course_id: number; overdue: boolean }>`
    with standing as (
      select o.id, o.user_id, exists (select from programme_due d where d.client_id = o.client_id
          and d.order_id = o.id and d.due_on + o.grace_days < ${today}::date) as overdue
      from programme_order o
      where o.client_id = ${clientId} and o.state in ('booked', 'paid')
        and o.user_id = any(${userIds}::integer[]))
    select s.user_id, c.course_id, bool_and(s.overdue) as overdue
    from standing s
    join programme_order_course c on c.client_id = ${clientId} and c.order_id = s.id
    group by s.user_id, c.course_id
    having bool_and(s.overdue) is distinct from (select e.read_only_since is not null from enrolment e
      where e.client_id = ${clientId} and e.user_id = s.user_id and e.course_id = c.course_id)`.execute(db)
  return rows.map((row) => ({ userId: row.user_id, courseId: row.course_id, isReadOnly: row.overdue }))
}
