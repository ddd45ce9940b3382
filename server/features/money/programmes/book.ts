/** What the first payment of an order makes of it, and what each payment changes. Callers have locked the order. */
import { scheduleOf, type Part } from '#contract/money/schedule.ts'
import type { PaymentPlan } from '#contract/money/programmes.ts'
import { dayIn, shiftDay } from '#server/core/days.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { Account } from '../chart.ts'
import { writeUse } from '../coupons/coupons.repository.ts'
import { keepDues } from '../due/dues.repository.ts'
import type { Grants } from '../dependencies.ts'
import { balancesOf, post } from '../ledger.repository.ts'
import { endedMovementOf, orderMovementOf, orderSaleOf, type OrderMoney } from './programme-postings.ts'
import * as rows from './programmes.repository.ts'

type Terms = Pick<
  rows.ProgrammeRow,
  'booking_percent' | 'once_days' | 'instalment_days' | 'instalment_percents'
>

/** The parts of a plan when the booking amount is paid on a day. */
export const partsFor = (
  programme: Terms,
  owedMinor: number,
  { plan, bookOn }: { plan: PaymentPlan; bookOn: string },
): Part[] =>
  scheduleOf(owedMinor, {
    bookOn,
    bookingPercent: programme.booking_percent,
    ...(plan === 'once'
      ? { days: [shiftDay(bookOn, programme.once_days)] }
      : {
          days: programme.instalment_days.map((days) => shiftDay(bookOn, days)),
          percents: programme.instalment_percents,
        }),
  })

const moneyOf = (order: rows.OrderRow): OrderMoney => ({
  orderId: order.id,
  personId: order.user_id,
  totalMinor: order.total_minor,
  owedMinor: order.owed_minor,
  currency: order.currency,
})

/** Marks the coupon as used, or removes one that was entered after the price was asked for. */
const settleCoupon = async (db: TenantDb, order: rows.OrderRow, at: Date): Promise<void> => {
  const { client_id: clientId, id, user_id: userId, coupon_id: couponId, coupon_minor: discountMinor } = order
  if (couponId === null) return
  if (discountMinor === 0) return rows.writeTerms(db, clientId, id, { coupon_id: null })
  await writeUse(db, {
    client_id: clientId,
    order_id: id,
    coupon_id: couponId,
    user_id: userId,
    state: 'used',
    discount_minor: discountMinor,
    at,
  })
}

/** Books the sale, the schedule and the coupon. `openCourses` opens the courses. */
export const bookOrder = async (
  db: TenantDb,
  order: rows.OrderRow,
  { parts, at }: { parts: readonly Part[]; at: Date },
): Promise<void> => {
  const { client_id: clientId, id } = order
  await Promise.all([
    settleCoupon(db, order, at),
    rows.writeOrderState(db, clientId, id, { state: 'booked', booked_at: at }),
    rows.insertParts(db, clientId, id, parts),
    post(db, clientId, orderSaleOf(moneyOf(order), at)),
  ])
}

/** The courses of a booked order, as the programme has them now. */
export const openCourses = async (
  grants: Grants,
  db: TenantDb,
  { client_id: clientId, id, user_id: userId }: rows.OrderRow,
  at: Date,
): Promise<void> => {
  const courseIds = await rows.keepCourses(db, clientId, id)
  await grants.openCourses(db, clientId, { courseIds, userId, at })
}

/** Makes courses read-only for people who are overdue, and writable again for those who have paid. */
export const settleReadOnly = async (
  grants: Grants,
  db: TenantDb,
  clientId: number,
  { userIds, today, at }: { userIds: readonly number[]; today: string; at: Date },
): Promise<void> => {
  const seats = await rows.programmeSeats(db, clientId, { today, userIds })
  if (seats.length > 0) await grants.setReadOnly(db, clientId, seats, at)
}

/** Money that came in, or went back with a negative amount; the first that comes in books the order. */
export const moveMoney = async (
  grants: Grants,
  db: TenantDb,
  clientId: number,
  orderId: number,
  movement: { amountMinor: number; account: Account; reference: string; refunds?: string; at: Date },
): Promise<void> => {
  const { amountMinor, at } = movement
  const [order, programme, before] = await Promise.all([
    rows.lockOrder(db, clientId, orderId),
    rows.programmeOfOrder(db, clientId, orderId),
    rows.partsAndPaid(db, clientId, orderId),
  ])
  if (order.state === 'ended') {
    const balances = await balancesOf(db, clientId, { orderId })
    const creditMinor = -(balances.find(({ account }) => account === 'credit')?.balance ?? 0)
    await post(db, clientId, endedMovementOf(moneyOf(order), { ...movement, creditMinor }))
    return
  }
  const today = dayIn(programme.time_zone, at)
  const isFirst = order.state === 'open'
  const parts = isFirst
    ? partsFor(programme, order.owed_minor, { plan: order.plan, bookOn: today })
    : before.parts
  const paidMinor = before.paidMinor + amountMinor
  await Promise.all([
    isFirst && bookOrder(db, order, { parts, at }),
    isFirst && openCourses(grants, db, order, at),
    post(db, clientId, orderMovementOf(moneyOf(order), { ...movement, paidBeforeMinor: before.paidMinor })),
    keepDues(db, clientId, order, { parts, paidMinor }),
    order.state !== 'paid' &&
      paidMinor >= order.owed_minor &&
      rows.writeOrderState(db, clientId, orderId, { state: 'paid', paid_at: at }),
  ])
  await settleReadOnly(grants, db, clientId, { userIds: [order.user_id], today, at })
}
