/** A programme as one person sees it. Every sum of an order comes from the ledger. */
import { inLanguage } from '#contract/assessments/shapes.ts'
import type { ProgrammeSlug } from '#contract/money/programme-slugs.ts'
import { paymentPlans, type PaymentPlan, type Programme } from '#contract/money/programmes.ts'
import { priceOf, standingOf, type Part } from '#contract/money/schedule.ts'
import { dayIn } from '#server/core/days.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { notFound } from '#server/core/http/errors.ts'
import { languageFor } from '#server/core/http/language.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import { latestCheckout } from '../checkout/checkouts.repository.ts'
import type { FindProvider } from '../checkout/providers.ts'
import { discountOf, isUsable } from '../coupons/coupon-rules.ts'
import { couponById, type CouponRow } from '../coupons/coupons.repository.ts'
import { documentsFor } from '../documents/documents.repository.ts'
import type { MoneyDependencies } from '../dependencies.ts'
import { zoneOf } from '../payments.repository.ts'
import { guaranteeUntil } from '../refunds/guarantee.ts'
import { requestOf, type RequestRow } from '../refunds/requests.repository.ts'
import { partsFor } from './book.ts'
import * as rows from './programmes.repository.ts'

export interface ProgrammeContext extends MoneyDependencies {
  readonly findProvider: FindProvider
}

/** Everything about a person's place that prices and payments follow from. */
export interface Place {
  readonly programme: rows.ProgrammeRow
  /** That has not ended, or the ended one of a programme that is not offered any more. */
  readonly order: rows.OrderRow | undefined
  /** All of the person's orders, the newest first. */
  readonly orders: readonly rows.OrderRow[]
  readonly scholarshipPercent: number | null
  readonly price: Programme['price']
  /** That the person entered; null if there is none. */
  readonly coupon: { readonly row: CouponRow; readonly isUsable: boolean } | null
  readonly today: string
  readonly zone: string
  /** The learner asked for the money of this order back; null if not. */
  readonly request: RequestRow | null
}

/** What an order of this price says; the coupon only while it can be used. */
export const termsOf = ({ programme, price, coupon }: Place, plan: PaymentPlan): rows.OrderTerms => ({
  plan,
  total_minor: price.total_minor,
  scholarship_percent: price.scholarship_percent,
  owed_minor: price.owed_minor,
  currency: programme.currency,
  grace_days: programme.grace_days,
  minimum_minor: programme.minimum_minor,
  coupon_id: coupon?.isUsable ? coupon.row.id : null,
  coupon_minor: price.coupon_minor,
})

/** A coupon that was agreed on stays; before that it must still work. */
const couponOf = async (
  db: TenantDb,
  programme: rows.ProgrammeRow,
  order: rows.OrderRow | undefined,
  { now, today }: { now: Date; today: string },
): Promise<Place['coupon']> => {
  if (!order || order.coupon_id === null) return null
  const row = await couponById(db, order.client_id, order.coupon_id)
  if (!row) return null
  const { id: orderId, user_id: userId } = order
  const of = { slug: programme.slug, orderId }
  const purchase = { userId, of, currency: programme.currency, now, today }
  return { row, isUsable: order.state !== 'open' || (await isUsable(db, row, purchase)) }
}

/** What was agreed on counts; before the first payment, today's price and the latest result. */
export const placeOf = async (
  { scholarshipOf }: Pick<ProgrammeContext, 'scholarshipOf'>,
  scope: MemberScope,
  db: TenantDb,
  slug: ProgrammeSlug,
): Promise<Place> => {
  const { clientId } = scope.tenant
  const { userId } = scope.actor
  const programme = await rows.programmeBySlug(db, clientId, slug)
  if (!programme) throw notFound()
  const now = scope.clock.now()
  const orders = await rows.ordersOf(db, clientId, { userId, slug })
  const living = orders.find(({ state }) => state !== 'ended')
  const order = programme.is_published ? living : (living ?? orders[0])
  if (!programme.is_published && (!order || order.state === 'open')) throw notFound()
  const scholarshipPercent =
    programme.assessment_id === null
      ? null
      : await scholarshipOf(db, { clientId, userId }, programme.assessment_id, now)
  const booked = order && order.state !== 'open' ? order : undefined
  const totalMinor = booked?.total_minor ?? programme.total_minor
  const percent = booked?.scholarship_percent ?? scholarshipPercent ?? 0
  const zone = await zoneOf(db, clientId)
  const today = dayIn(zone, now)
  const coupon = await couponOf(db, programme, order, { now, today })
  const { scholarshipMinor, couponMinor, owedMinor } = priceOf({
    totalMinor,
    scholarshipPercent: percent,
    coupon: coupon?.isUsable ? discountOf(coupon.row) : null,
  })
  return {
    programme,
    order,
    orders,
    scholarshipPercent,
    price: {
      total_minor: totalMinor,
      scholarship_percent: percent,
      scholarship_minor: scholarshipMinor,
      coupon_minor: booked?.coupon_minor ?? couponMinor,
      coupon: coupon && { code: coupon.row.code, is_usable: coupon.isUsable },
      owed_minor: booked?.owed_minor ?? owedMinor,
    },
    coupon,
    today,
    zone,
    request: (booked && (await requestOf(db, clientId, booked.id))) ?? null,
  }
}

/**
 * What one payment may be: first the booking amount, then any amount from the minimum; never more than is open. Whoever
 * wants the money back pays nothing meanwhile.
 */
export const payableOf = (
  { programme, order, price, request }: Place,
  openMinor: number,
): Programme['payable'] => {
  if (openMinor === 0 || (request && request.state !== 'declined')) return null
  const isBooked = order !== undefined && order.state !== 'open'
  const [booking] = partsFor(programme, price.owed_minor, { plan: 'once', bookOn: '2000-01-01' })
  const least = isBooked ? order.minimum_minor : (booking?.amountMinor ?? openMinor)
  return { min_minor: Math.min(least, openMinor), max_minor: openMinor }
}

const shownPart = ({ dueOn, amountMinor }: Part) => ({ due_on: dueOn, amount_minor: amountMinor })

const guaranteeOf = (
  { order, zone, today, request }: Place,
  paidMinor: number,
): NonNullable<Programme['order']>['guarantee'] => {
  if (!order?.booked_at || paidMinor <= 0) return null
  const until = guaranteeUntil(zone, order.booked_at)
  return {
    until,
    may_ask: request === null && today <= until,
    request: request && {
      state: request.state,
      asked_at: request.asked_at.toISOString(),
      note: request.note,
    },
  }
}

const orderPage = async (db: TenantDb, clientId: number, place: Place): Promise<Programme['order']> => {
  const { order, today } = place
  if (!order || order.state === 'open') return null
  const { parts, paidMinor } = await rows.partsAndPaid(db, clientId, order.id)
  if (order.state === 'ended')
    return {
      plan: order.plan,
      state: order.state,
      parts: [],
      paid_minor: paidMinor,
      open_minor: 0,
      due_minor: 0,
      credit_minor: 0,
      is_read_only: false,
      guarantee: null,
    }
  const standing = standingOf(parts, paidMinor, today, order.grace_days)
  return {
    plan: order.plan,
    state: order.state,
    parts: standing.lines.map((line) => ({
      ...shownPart(line),
      paid_minor: line.paidMinor,
      open_minor: line.openMinor,
      state: line.state,
    })),
    paid_minor: paidMinor,
    open_minor: standing.openMinor,
    due_minor: standing.dueMinor,
    credit_minor: standing.creditMinor,
    is_read_only: standing.isReadOnly,
    guarantee: guaranteeOf(place, paidMinor),
  }
}

const checkoutOf = async (
  db: TenantDb,
  clientId: number,
  order: rows.OrderRow | undefined,
): Promise<Programme['checkout']> => {
  const row = order && (await latestCheckout(db, clientId, order.id))
  if (!row) return null
  const { id, state, amount_minor, created_at } = row
  return { id, state, amount_minor, created_at: created_at.toISOString() }
}

const paymentsOf = async (
  db: TenantDb,
  clientId: number,
  orders: readonly rows.OrderRow[],
): Promise<Programme['payments']> => {
  if (orders.length === 0) return []
  const movements = await rows.movementsOf(
    db,
    clientId,
    orders.map(({ id }) => id),
  )
  const documents = await documentsFor(
    db,
    clientId,
    movements.map(({ id }) => id),
  )
  return movements.map(({ id, at, amount_minor }) => ({
    id,
    at: at.toISOString(),
    amount_minor,
    documents: documents.get(id) ?? [],
  }))
}

export const programmePage = async (
  context: ProgrammeContext,
  scope: MemberScope,
  db: TenantDb,
  slug: ProgrammeSlug,
): Promise<Programme> => {
  const { clientId, languages } = scope.tenant
  const place = await placeOf(context, scope, db, slug)
  const { programme, order, orders, price, today } = place
  const language = languageFor(scope)
  const textIn = (texts: rows.ProgrammeRow['title']) => inLanguage(texts, language, languages[0]) ?? ''
  const provider = await context.findProvider(db, clientId)
  const shownOrder = await orderPage(db, clientId, place)
  return {
    slug,
    title: textIn(programme.title),
    summary: textIn(programme.summary),
    currency: order && order.state !== 'open' ? order.currency : programme.currency,
    courses:
      order && order.state !== 'open'
        ? await rows.coursesOfOrder(db, clientId, order.id)
        : await rows.coursesOfProgramme(db, clientId, slug),
    price,
    assessment:
      programme.assessment_id === null
        ? null
        : { id: programme.assessment_id, has_result: place.scholarshipPercent !== null },
    grace_days: shownOrder ? (order?.grace_days ?? 0) : programme.grace_days,
    plans: shownOrder
      ? []
      : paymentPlans.map((plan) => ({
          plan,
          parts: partsFor(programme, price.owed_minor, { plan, bookOn: today }).map(shownPart),
        })),
    order: shownOrder,
    has_left: orders.some(({ state }) => state === 'ended'),
    payable: payableOf(place, shownOrder ? shownOrder.open_minor : price.owed_minor),
    provider: provider && { is_test: provider.isTest },
    payment_instructions: provider
      ? null
      : await context.paymentInstructions(db, clientId, [language, ...languages]),
    checkout: await checkoutOf(db, clientId, order),
    payments: await paymentsOf(db, clientId, orders),
  }
}
