/** A programme as one person sees it. Every sum of an order comes from the ledger. */
import { inLanguage } from '#contract/assessments/shapes.ts'
import type { ProgrammeSlug } from '#contract/money/programme-slugs.ts'
import { paymentPlans, type PaymentPlan, type Programme } from '#contract/money/programmes.ts'
import { refundHistoryOf } from '#contract/courses/refund-requests.ts'
import { priceOf, standingOf, type Part } from '#contract/money/schedule.ts'
import { dayIn } from '#server/core/days.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { Query, Rows } from '#server/core/db/query.ts'
import { notFound } from '#server/core/http/errors.ts'
import { languageFor } from '#server/core/http/language.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import { readsIn } from '#server/core/db/rows.ts'
import { shownProvider, type FindProvider } from '../checkout/providers.ts'
import { discountOf, isUsable } from '../coupons/coupon-rules.ts'
import type { CouponRow } from '../coupons/coupons.repository.ts'
import type { MoneyDependencies } from '../dependencies.ts'
import { guaranteeUntil } from '../refunds/guarantee.ts'
import type { RequestRow } from '../refunds/requests.repository.ts'
import { partsFor } from './book.ts'
import { readPage, readPlace, type PageRows, type PlaceRows } from './page.queries.ts'
import type * as rows from './programmes.repository.ts'

export interface ProgrammeContext extends MoneyDependencies {
  readonly findProvider: FindProvider
  /** The product runs as a demo. */
  readonly isDemo: boolean
}

/** The scope of a call while it has a transaction open: everything is read within it. */
export const within = (scope: MemberScope, db: TenantDb): MemberScope => ({
  ...scope,
  tx: (work) => work(db),
  read: readsIn(db),
})

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
  readonly client: PlaceRows['client']
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

const rowsOf =
  (scope: MemberScope): Rows =>
  async <R>(query: Query) =>
    (await scope.read(query))[0] as R[]

/** A coupon that was agreed on stays; before that it must still work. */
const couponOf = async (
  scope: MemberScope,
  { programme, order, coupons, today }: Pick<Place, 'programme' | 'order' | 'today'> & PlaceRows,
): Promise<Place['coupon']> => {
  const row = coupons.find(({ id }) => id === order?.coupon_id)
  if (!order || !row) return null
  if (order.state !== 'open') return { row, isUsable: true }
  const of = { slug: programme.slug, orderId: order.id }
  const { currency } = programme
  const purchase = { userId: order.user_id, of, currency, now: scope.clock.now(), today }
  return { row, isUsable: await scope.tx((db) => isUsable(db, row, purchase)) }
}

/** What was agreed on counts; before the first payment, today's price and the latest result. */
export const placeOf = async (
  { scholarshipOf }: Pick<ProgrammeContext, 'scholarshipOf'>,
  scope: MemberScope,
  slug: ProgrammeSlug,
): Promise<Place> => {
  const look = { clientId: scope.tenant.clientId, userId: scope.actor.userId, slug }
  const read = await readPlace(scope, look)
  const { programme, orders, client, requests } = read
  if (!programme) throw notFound()
  const now = scope.clock.now()
  const living = orders.find(({ state }) => state !== 'ended')
  const order = programme.is_published ? living : (living ?? orders[0])
  if (!programme.is_published && (!order || order.state === 'open')) throw notFound()
  const scholarshipPercent =
    programme.assessment_id === null
      ? null
      : await scholarshipOf(rowsOf(scope), look, programme.assessment_id, now)
  const booked = order && order.state !== 'open' ? order : undefined
  const totalMinor = booked?.total_minor ?? programme.total_minor
  const percent = booked?.scholarship_percent ?? scholarshipPercent ?? 0
  const today = dayIn(client.time_zone, now)
  const coupon = await couponOf(scope, { ...read, programme, order, today })
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
    zone: client.time_zone,
    client,
    request: requests.find(({ order_id: orderId }) => orderId === booked?.id) ?? null,
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
  const history = request && refundHistoryOf(request.declined_before)
  const mayAsk = history === null || (request?.state === 'declined' && history.asks_left > 0)
  return {
    until,
    may_ask: mayAsk && today <= until,
    request: request && {
      state: request.state,
      asked_at: request.asked_at.toISOString(),
      reason: request.reason,
      note: request.note,
      ...refundHistoryOf(request.declined_before),
    },
  }
}

/** What was paid for an order, less what went back. */
const orderPage = (place: Place, { parts, movements }: PageRows): Programme['order'] => {
  const { order, today } = place
  if (!order || order.state === 'open') return null
  const ofOrder = ({ order_id: orderId }: { order_id: number }) => orderId === order.id
  const paidMinor = movements.filter(ofOrder).reduce((sum, { amount_minor: amount }) => sum + amount, 0)
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
  const standing = standingOf(parts.filter(ofOrder), paidMinor, today, order.grace_days)
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

const checkoutOf = (order: rows.OrderRow | undefined, { checkouts }: PageRows): Programme['checkout'] => {
  const row = checkouts.find(({ order_id: orderId }) => orderId === order?.id)
  if (!row) return null
  const { id, state, amount_minor, created_at } = row
  return { id, state, amount_minor, created_at: created_at.toISOString() }
}

const paymentsOf = ({ movements }: PageRows): Programme['payments'] =>
  movements.map(({ id, at, amount_minor, documents }) => ({
    id,
    at: at.toISOString(),
    amount_minor,
    documents,
  }))

export const programmePage = async (
  context: ProgrammeContext,
  scope: MemberScope,
  slug: ProgrammeSlug,
): Promise<Programme> => {
  const { clientId, languages } = scope.tenant
  const place = await placeOf(context, scope, slug)
  const page = await readPage(scope, { clientId, userId: scope.actor.userId, slug })
  const { programme, order, orders, price, today } = place
  const language = languageFor(scope)
  const textIn = (texts: rows.ProgrammeRow['title']) => inLanguage(texts, language, languages[0]) ?? ''
  const provider = shownProvider(place.client, context.isDemo)
  const shownOrder = orderPage(place, page)
  const coursesOf = shownOrder ? order?.id : null
  return {
    slug,
    title: textIn(programme.title),
    summary: textIn(programme.summary),
    currency: order && order.state !== 'open' ? order.currency : programme.currency,
    courses: page.courses
      .filter(({ order_id: orderId }) => orderId === coursesOf)
      .map(({ id, title }) => ({ id, title })),
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
    provider,
    payment_instructions: provider
      ? null
      : await scope.tx((db) => context.paymentInstructions(db, clientId, [language, ...languages])),
    checkout: checkoutOf(order, page),
    payments: paymentsOf(page),
  }
}
