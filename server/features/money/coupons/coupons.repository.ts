/** Coupons and who uses them. */
import { sql, type Insertable, type Selectable } from 'kysely'
import { likePattern } from '#server/core/db/like-pattern.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { Tables } from '#server/core/db/tables.ts'

export type CouponRow = Selectable<Tables['coupon']>
export type UseRow = Selectable<Tables['coupon_use']>

/** A checkout that nobody has heard of for so long has ended. */
const HOLD_MINUTES = 60
const heldSince = (now: Date): Date => new Date(now.getTime() - HOLD_MINUTES * 60_000)

/** The uses `u` that count: paid, or by a checkout that may still be paid. */
const counts = (now: Date) => sql`(u.state = 'used' or (u.state = 'held' and u.at > ${heldSince(now)}))`

const coupons = (db: TenantDb, clientId: number) =>
  db.selectFrom('coupon').selectAll().where('client_id', '=', clientId)

export const couponByCode = (db: TenantDb, clientId: number, code: string): Promise<CouponRow | undefined> =>
  coupons(db, clientId).where('code', '=', code).executeTakeFirst()

/** With a row lock: whoever counts its uses next waits for this transaction. */
export const lockCoupon = (db: TenantDb, clientId: number, id: number): Promise<CouponRow> =>
  coupons(db, clientId).where('id', '=', id).forUpdate().executeTakeFirstOrThrow()

/** Uses that count, of all orders but one, and of all courses but what the person holds for one. */
export const countUses = async (
  db: TenantDb,
  clientId: number,
  {
    couponId,
    userId,
    except,
    now,
  }: { couponId: number; userId: number; except: { orderId: number } | { courseId: number }; now: Date },
): Promise<{ all: number; own: number }> => {
  const orderId = 'orderId' in except ? except.orderId : 0
  const courseId = 'courseId' in except ? except.courseId : 0
  const { rows } = await sql<{ total: number; own: number }>`
    select count(*)::integer as total, count(*) filter (where user_id = ${userId})::integer as own from (
      select u.user_id from coupon_use u
      where u.client_id = ${clientId} and u.coupon_id = ${couponId} and u.order_id <> ${orderId} and ${counts(now)}
      union all
      select u.user_id from course_coupon_use u
      where u.client_id = ${clientId} and u.coupon_id = ${couponId} and ${counts(now)}
        and (u.state = 'used' or u.user_id <> ${userId} or u.course_id <> ${courseId})) uses`.execute(db)
  return { all: rows[0]?.total ?? 0, own: rows[0]?.own ?? 0 }
}

export const hasPaidBefore = async (db: TenantDb, clientId: number, userId: number): Promise<boolean> => {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from ledger_entry where client_id = ${clientId} and person_id = ${userId}
      and amount_minor > 0 and split_part(account, ':', 1) in ('bank', 'cash', 'clearing')) as has`.execute(
    db,
  )
  return rows[0]?.has === true
}

/** Holds or uses a coupon for an order; what was used stays used. */
export const writeUse = async (db: TenantDb, use: UseRow): Promise<void> => {
  await db
    .insertInto('coupon_use')
    .values(use)
    .onConflict((conflict) =>
      conflict.columns(['client_id', 'order_id']).doUpdateSet(use).where('coupon_use.state', '<>', 'used'),
    )
    .execute()
}

export const releaseUse = async (
  db: TenantDb,
  clientId: number,
  orderId: number,
  at: Date,
): Promise<void> => {
  await db
    .updateTable('coupon_use')
    .set({ state: 'released', at })
    .where('client_id', '=', clientId)
    .where('order_id', '=', orderId)
    .where('state', '=', 'held')
    .execute()
}

/** Whether the person may still be paying for an order. */
export const hasOpenCheckout = async (
  db: TenantDb,
  clientId: number,
  orderId: number,
  now: Date,
): Promise<boolean> => {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from payment_checkout where client_id = ${clientId} and order_id = ${orderId}
      and state in ('created', 'processing') and created_at > ${heldSince(now)}) as has`.execute(db)
  return rows[0]?.has === true
}

/** False if a code exists already. */
export const insertCoupons = async (
  db: TenantDb,
  rows: readonly Insertable<Tables['coupon']>[],
): Promise<number> =>
  (
    await db
      .insertInto('coupon')
      .values(rows)
      .onConflict((conflict) => conflict.columns(['client_id', 'code']).doNothing())
      .returning('id')
      .execute()
  ).length

export const countBatch = async (db: TenantDb, clientId: number, batch: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from coupon where client_id = ${clientId} and batch = ${batch}`.execute(db)
  return rows[0]?.n ?? 0
}

export const writeActive = async (
  db: TenantDb,
  clientId: number,
  id: number,
  isActive: boolean,
): Promise<void> => {
  await db
    .updateTable('coupon')
    .set({ is_active: isActive })
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .execute()
}

export interface ListedCoupon extends CouponRow {
  used: number
  held: number
}
interface Wanted {
  readonly search?: string | undefined
  readonly batch?: string | undefined
  readonly id?: number
}

const matching = (clientId: number, { search, batch, id }: Wanted) => {
  const conditions = [sql`c.client_id = ${clientId}`]
  if (id !== undefined) conditions.push(sql`c.id = ${id}`)
  if (batch !== undefined) conditions.push(sql`c.batch = ${batch}`)
  if (search?.trim()) {
    const pattern = likePattern(search)
    conditions.push(sql`(c.code ilike ${pattern} or c.title ilike ${pattern})`)
  }
  return sql.join(conditions, sql` and `)
}

export const countCoupons = async (db: TenantDb, clientId: number, wanted: Wanted): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from coupon c where ${matching(clientId, wanted)}`.execute(db)
  return rows[0]?.n ?? 0
}

/** Newest first. */
export const listedCoupons = async (
  db: TenantDb,
  clientId: number,
  wanted: Wanted,
  { limit, offset, now }: { limit: number; offset: number; now: Date },
): Promise<ListedCoupon[]> => {
  const { rows } = await sql<ListedCoupon>`
    select c.*, uses.used, uses.held
    from coupon c
    cross join lateral (
      select count(*) filter (where u.state = 'used')::integer as used,
        count(*) filter (where u.state = 'held')::integer as held
      from (select u.client_id, u.coupon_id, u.state, u.at from coupon_use u union all
        select u.client_id, u.coupon_id, u.state, u.at from course_coupon_use u) u
      where u.client_id = c.client_id and u.coupon_id = c.id and ${counts(now)}) uses
    where ${matching(clientId, wanted)}
    order by c.id desc limit ${limit} offset ${offset}`.execute(db)
  return rows
}

export interface ListedUse {
  user_id: number
  name: string
  email: string
  programme: Tables['programme_order']['programme'] | null
  course_id: number | null
  course_title: string | null
  state: 'held' | 'used'
  discount_minor: number
  currency: string
  at: Date
}

export const listedUses = async (
  db: TenantDb,
  clientId: number,
  { couponId, now, limit }: { couponId: number; now: Date; limit: number },
): Promise<ListedUse[]> => {
  const { rows } = await sql<ListedUse>`
    select uses.*, p.full_name as name, p.email from (
      select u.client_id, u.user_id, o.programme, null::integer as course_id, null as course_title, u.state,
        u.discount_minor, o.currency, u.at
      from coupon_use u
      join programme_order o on o.client_id = u.client_id and o.id = u.order_id
      where u.client_id = ${clientId} and u.coupon_id = ${couponId} and ${counts(now)}
      union all
      select u.client_id, u.user_id, null, c.id, c.title, u.state, u.discount_minor,
        coalesce(x.currency, b.currency), u.at
      from course_coupon_use u
      join course c on c.client_id = u.client_id and c.id = u.course_id
      left join payment_checkout x on x.client_id = u.client_id and x.id = u.checkout_id
      left join course_purchase b on b.client_id = u.client_id and b.id = u.purchase_id
      where u.client_id = ${clientId} and u.coupon_id = ${couponId} and ${counts(now)}) uses
    join app_user p on p.client_id = uses.client_id and p.id = uses.user_id
    order by uses.at desc, uses.user_id desc limit ${limit}`.execute(db)
  return rows
}

export const currencyOf = async (db: TenantDb, clientId: number): Promise<string> => {
  const { rows } = await sql<{ currency: string }>`
    select currency from client where client_id = ${clientId}`.execute(db)
  return rows[0]?.currency ?? 'INR'
}

/** How many of these courses there are. */
export const countCourses = async (
  db: TenantDb,
  clientId: number,
  courseIds: readonly number[],
): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from course
    where client_id = ${clientId} and id = any(${[...courseIds]})`.execute(db)
  return rows[0]?.n ?? 0
}
