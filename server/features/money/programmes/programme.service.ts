/** A programme as one person sees it. Every sum of an order comes from the ledger. */
import { inLanguage } from '#contract/assessments/shapes.ts'
import type { ProgrammeSlug } from '#contract/money/programme-slugs.ts'
import { paymentPlans, type Programme } from '#contract/money/programmes.ts'
import { priceOf, standingOf, type Part } from '#contract/money/schedule.ts'
import { dayIn } from '#server/core/days.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { notFound } from '#server/core/http/errors.ts'
import { languageFor } from '#server/core/http/language.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import { latestCheckout } from '../checkout/checkouts.repository.ts'
import type { FindProvider } from '../checkout/providers.ts'
import { documentsFor } from '../documents/documents.repository.ts'
import type { MoneyDependencies } from '../dependencies.ts'
import { zoneOf } from '../payments.repository.ts'
import { partsFor } from './book.ts'
import * as rows from './programmes.repository.ts'

export interface ProgrammeContext extends MoneyDependencies {
  readonly findProvider: FindProvider
}

/** Everything about a person's place that prices and payments follow from. */
export interface Place {
  readonly programme: rows.ProgrammeRow
  readonly order: rows.OrderRow | undefined
  readonly scholarshipPercent: number | null
  readonly price: Programme['price']
  readonly today: string
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
  const order = await rows.orderOf(db, clientId, { userId, slug })
  const scholarshipPercent =
    programme.assessment_id === null
      ? null
      : await scholarshipOf(db, { clientId, userId }, programme.assessment_id, now)
  const booked = order && order.state !== 'open' ? order : undefined
  const totalMinor = booked?.total_minor ?? programme.total_minor
  const percent = booked?.scholarship_percent ?? scholarshipPercent ?? 0
  const { scholarshipMinor, owedMinor } = priceOf({ totalMinor, scholarshipPercent: percent, coupon: null })
  return {
    programme,
    order,
    scholarshipPercent,
    price: {
      total_minor: totalMinor,
      scholarship_percent: percent,
      scholarship_minor: scholarshipMinor,
      owed_minor: booked?.owed_minor ?? owedMinor,
    },
    today: dayIn(await zoneOf(db, clientId), now),
  }
}

/** What one payment may be: first the booking amount, then any amount from the minimum; never more than is open. */
export const payableOf = ({ programme, order, price }: Place, openMinor: number): Programme['payable'] => {
  if (openMinor === 0) return null
  const isBooked = order !== undefined && order.state !== 'open'
  const [booking] = partsFor(programme, price.owed_minor, { plan: 'once', bookOn: '2000-01-01' })
  const least = isBooked ? programme.minimum_minor : (booking?.amountMinor ?? openMinor)
  return { min_minor: Math.min(least, openMinor), max_minor: openMinor }
}

const shownPart = ({ dueOn, amountMinor }: Part) => ({ due_on: dueOn, amount_minor: amountMinor })

const orderPage = async (
  db: TenantDb,
  clientId: number,
  { order, today }: Place,
): Promise<Programme['order']> => {
  if (!order || order.state === 'open') return null
  const paidMinor = await rows.paidFor(db, clientId, order.id)
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
    }
  const standing = standingOf(await rows.partsOf(db, clientId, order.id), paidMinor, today, order.grace_days)
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
  order: rows.OrderRow | undefined,
): Promise<Programme['payments']> => {
  if (!order) return []
  const movements = await rows.movementsOf(db, clientId, order.id)
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
  const { programme, order, price, today } = place
  const language = languageFor(scope)
  const textIn = (texts: rows.ProgrammeRow['title']) => inLanguage(texts, language, languages[0]) ?? ''
  const provider = await context.findProvider(db, clientId)
  const shownOrder = await orderPage(db, clientId, place)
  return {
    slug,
    title: textIn(programme.title),
    summary: textIn(programme.summary),
    currency: order && order.state !== 'open' ? order.currency : programme.currency,
    courses: await rows.coursesOfProgramme(db, clientId, slug),
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
    payable: payableOf(place, shownOrder ? shownOrder.open_minor : price.owed_minor),
    provider: provider && { is_test: provider.isTest },
    payment_instructions: provider
      ? null
      : await context.paymentInstructions(db, clientId, [language, ...languages]),
    checkout: await checkoutOf(db, clientId, order),
    payments: await paymentsOf(db, clientId, order),
  }
}
