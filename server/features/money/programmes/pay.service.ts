/** Starting to pay. The client chooses how much of what is open; every price is the server's. */
import { randomUUID } from 'node:crypto'
import { inLanguage } from '#contract/assessments/shapes.ts'
import type { BodyOf, ResponseOf } from '#contract/endpoint.ts'
import { programmePath, type ProgrammeSlug } from '#contract/money/programme-slugs.ts'
import type { Programme, startCheckout as startCall } from '#contract/money/programmes.ts'
import { dayIn } from '#server/core/days.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { AppError, invalidField } from '#server/core/http/errors.ts'
import { languageFor } from '#server/core/http/language.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import * as checkouts from '../checkout/checkouts.repository.ts'
import type { PaymentProvider } from '../checkout/provider.ts'
import { startAtProvider } from '../checkout/start.ts'
import { holdCoupon } from '../coupons/own-coupon.service.ts'
import { zoneOf } from '../payments.repository.ts'
import { bookOrder, openCourses, partsFor } from './book.ts'
import {
  payableOf,
  placeOf,
  programmePage,
  termsOf,
  within,
  type Place,
  type ProgrammeContext,
} from './programme.service.ts'
import * as rows from './programmes.repository.ts'

type Body = BodyOf<typeof startCall>

/** The person's order, locked, with today's terms until the first payment. */
const lockedOrder = async (
  scope: MemberScope,
  db: TenantDb,
  place: Place,
  plan: Body['plan'],
): Promise<rows.OrderRow> => {
  const { clientId } = scope.tenant
  const who = { userId: scope.actor.userId, slug: place.programme.slug, at: scope.clock.now() }
  const terms = termsOf(place, plan)
  const order = await rows.claimOrder(db, clientId, who, terms)
  if (order.state === 'open') await rows.writeTerms(db, clientId, order.id, terms)
  return order
}

const requireAmount = (
  amountMinor: number,
  payable: Programme['payable'],
  { request }: Pick<Place, 'request'>,
): void => {
  if (!payable)
    throw new AppError(
      'conflict',
      request && request.state !== 'declined' ? 'You have asked for your money back.' : 'Everything is paid.',
    )
  const { min_minor: min, max_minor: max } = payable
  if (amountMinor < min)
    throw invalidField('amount_minor', { code: 'too_small', message: 'This is too little.', params: { min } })
  if (amountMinor > max)
    throw invalidField('amount_minor', {
      code: 'too_large',
      message: 'This is more than is open.',
      params: { max },
    })
}

/** The checkout of this call; a repeat of its key finds the same one. */
const claimCheckout = async (
  context: ProgrammeContext,
  scope: MemberScope,
  db: TenantDb,
  { slug, body, provider }: { slug: ProgrammeSlug; body: Body; provider: PaymentProvider },
): Promise<{ checkout: checkouts.CheckoutRow; title: string }> => {
  const { clientId, languages } = scope.tenant
  const { userId } = scope.actor
  const place = await placeOf(context, within(scope, db), slug)
  const title = inLanguage(place.programme.title, languageFor(scope), languages[0]) ?? ''
  if (place.order?.state === 'ended') throw new AppError('conflict', 'This programme has ended for you.')
  const order = await lockedOrder(scope, db, place, body.plan)
  const known = await checkouts.checkoutByKey(db, clientId, { userId, key: body.idempotency_key })
  if (known) {
    if (known.order_id !== order.id || known.amount_minor !== body.amount_minor)
      throw new AppError('conflict', 'This payment has been started with another amount.')
    return { checkout: known, title }
  }
  const paid = order.state === 'open' ? 0 : await rows.paidFor(db, clientId, order.id)
  const owed = order.state === 'open' ? place.price.owed_minor : order.owed_minor
  requireAmount(body.amount_minor, payableOf({ ...place, order }, Math.max(0, owed - paid)), place)
  if (order.state === 'open') await holdCoupon(scope, db, place, order)
  const checkout = await checkouts.insertCheckout(db, clientId, {
    id: randomUUID(),
    order_id: order.id,
    user_id: userId,
    idempotency_key: body.idempotency_key,
    provider: provider.name,
    amount_minor: body.amount_minor,
    currency: order.state === 'open' ? place.programme.currency : order.currency,
    created_at: scope.clock.now(),
  })
  return { checkout, title }
}

export const startCheckout = (
  context: ProgrammeContext,
  scope: MemberScope,
  slug: ProgrammeSlug,
  body: Body,
): Promise<ResponseOf<typeof startCall>> =>
  startAtProvider(scope, {
    findProvider: context.findProvider,
    claim: async (db, chosen) => claimCheckout(context, scope, db, { slug, body, provider: await chosen() }),
    path: programmePath(slug),
  })

/** A scholarship or coupon over everything leaves nothing to pay: the place is taken without a provider. */
export const takePlace = (
  context: ProgrammeContext,
  scope: MemberScope,
  slug: ProgrammeSlug,
): Promise<Programme> =>
  scope.tx(async (db) => {
    const { clientId } = scope.tenant
    const place = await placeOf(context, within(scope, db), slug)
    if (place.price.owed_minor > 0) throw new AppError('conflict', 'This place is to be paid.')
    if (place.order?.state === 'ended') throw new AppError('conflict', 'This programme has ended for you.')
    const order = await lockedOrder(scope, db, place, 'once')
    if (order.state === 'open') {
      await holdCoupon(scope, db, place, order)
      const at = scope.clock.now()
      const terms = { ...order, ...termsOf(place, 'once') }
      const bookOn = dayIn(await zoneOf(db, clientId), at)
      const parts = partsFor(place.programme, terms.owed_minor, { plan: terms.plan, bookOn })
      await bookOrder(db, terms, { parts, at })
      await openCourses(context, db, terms, at)
      await rows.writeOrderState(db, clientId, order.id, { state: 'paid', paid_at: at })
    }
    return programmePage(context, within(scope, db), slug)
  })
