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
import { zoneOf } from '../payments.repository.ts'
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

/** The sale, the schedule, the coupon and the courses, as the programme has them now. */
export const bookOrder = async (
  grants: Grants,
  db: TenantDb,
  clientId: number,
  order: rows.OrderRow,
  at: Date,
): Promise<void> => {
  const programme = await rows.programmeBySlug(db, clientId, order.programme)
  if (!programme) throw new Error(`order ${order.id} is of no programme`)
  // Entered, but nobody was asked for its price.
  if (order.coupon_id !== null && order.coupon_minor === 0)
    await rows.writeTerms(db, clientId, order.id, { coupon_id: null })
  await rows.writeOrderState(db, clientId, order.id, { state: 'booked', booked_at: at })
  const bookOn = dayIn(await zoneOf(db, clientId), at)
  await rows.insertParts(
    db,
    clientId,
    order.id,
    partsFor(programme, order.owed_minor, { plan: order.plan, bookOn }),
  )
  await post(db, clientId, orderSaleOf(moneyOf(order), at))
  if (order.coupon_id !== null && order.coupon_minor > 0)
    await writeUse(db, {
      client_id: clientId,
      order_id: order.id,
      coupon_id: order.coupon_id,
      user_id: order.user_id,
      state: 'used',
      discount_minor: order.coupon_minor,
      at,
    })
  const courseIds = await rows.keepCourses(db, clientId, order.id)
  await grants.openCourses(db, clientId, { courseIds, userId: order.user_id, at })
}

/** Opens or closes the person's courses for writing, as the payments say now. */
export const settleReadOnly = async (
  grants: Grants,
  db: TenantDb,
  clientId: number,
  { userId, at }: { userId?: number; at: Date },
): Promise<void> => {
  const today = dayIn(await zoneOf(db, clientId), at)
  const seats = await rows.programmeSeats(db, clientId, {
    today,
    ...(userId !== undefined && { userId }),
  })
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
  const order = await rows.lockOrder(db, clientId, orderId)
  if (order.state === 'ended') {
    const balances = await balancesOf(db, clientId, { orderId })
    const creditMinor = -(balances.find(({ account }) => account === 'credit')?.balance ?? 0)
    await post(db, clientId, endedMovementOf(moneyOf(order), { ...movement, creditMinor }))
    return
  }
  if (order.state === 'open') await bookOrder(grants, db, clientId, order, at)
  const { parts, paidMinor: paidBeforeMinor } = await rows.partsAndPaid(db, clientId, orderId)
  await post(db, clientId, orderMovementOf(moneyOf(order), { ...movement, paidBeforeMinor }))
  await keepDues(db, clientId, order, { parts, paidMinor: paidBeforeMinor + amountMinor })
  if (order.state !== 'paid' && paidBeforeMinor + amountMinor >= order.owed_minor)
    await rows.writeOrderState(db, clientId, orderId, { state: 'paid', paid_at: at })
  await settleReadOnly(grants, db, clientId, { userId: order.user_id, at })
}
