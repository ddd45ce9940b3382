/** The coupon in a learner's own price: put in, taken out, and held while a checkout is open. */
import { foldCode, type applyCoupon as applyCall } from '#contract/money/coupons.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { ProgrammeSlug } from '#contract/money/programme-slugs.ts'
import type { Programme } from '#contract/money/programmes.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { AppError, invalidField } from '#server/core/http/errors.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import {
  placeOf,
  programmePage,
  termsOf,
  within,
  type Place,
  type ProgrammeContext,
} from '../programmes/programme.service.ts'
import { claimOrder, writeTerms, type OrderRow } from '../programmes/programmes.repository.ts'
import { isUsable } from './coupon-rules.ts'
import * as rows from './coupons.repository.ts'

/** One answer for every code that does not work: it says nothing about codes that exist (CT5). */
export const notValid = () =>
  invalidField('code', { code: 'invalid', message: 'This code does not work here.' })

/** Another coupon, or none: nobody has been asked for its price yet, and the price of the one before counts no more. */
const writeCoupon = (
  scope: MemberScope,
  db: TenantDb,
  place: Place,
  order: OrderRow,
  couponId: number | null,
): Promise<void> => {
  const { price } = place
  const full = { ...price, coupon_minor: 0, owed_minor: price.total_minor - price.scholarship_minor }
  const terms = termsOf({ ...place, coupon: null, price: full }, order.plan)
  return writeTerms(db, scope.tenant.clientId, order.id, { ...terms, coupon_id: couponId })
}

/** The person's order, locked, while its price can still change. */
const openOrder = async (scope: MemberScope, db: TenantDb, place: Place): Promise<OrderRow> => {
  const who = { userId: scope.actor.userId, slug: place.programme.slug, at: scope.clock.now() }
  const order = await claimOrder(
    db,
    scope.tenant.clientId,
    who,
    termsOf(place, place.order?.plan ?? 'instalments'),
  )
  if (order.state !== 'open') throw new AppError('conflict', 'Your price has been agreed already.')
  return order
}

const purchaseOf = (scope: MemberScope, { programme, today }: Place, order: OrderRow | undefined) => ({
  userId: scope.actor.userId,
  of: { slug: programme.slug, orderId: order?.id ?? 0 },
  currency: programme.currency,
  now: scope.clock.now(),
  today,
})

export const applyCoupon = (
  context: ProgrammeContext,
  scope: MemberScope,
  slug: ProgrammeSlug,
  body: BodyOf<typeof applyCall>,
): Promise<Programme> =>
  scope.tx(async (db) => {
    const { clientId } = scope.tenant
    const place = await placeOf(context, within(scope, db), slug)
    if (place.order?.state === 'ended') throw new AppError('conflict', 'This programme has ended for you.')
    const coupon = await rows.couponByCode(db, clientId, foldCode(body.code))
    if (!coupon || !(await isUsable(db, coupon, purchaseOf(scope, place, place.order)))) throw notValid()
    const order = await openOrder(scope, db, place)
    await rows.releaseUse(db, clientId, order.id, scope.clock.now())
    await writeCoupon(scope, db, place, order, coupon.id)
    return programmePage(context, within(scope, db), slug)
  })

export const removeCoupon = (
  context: ProgrammeContext,
  scope: MemberScope,
  slug: ProgrammeSlug,
): Promise<Programme> =>
  scope.tx(async (db) => {
    const { clientId } = scope.tenant
    const place = await placeOf(context, within(scope, db), slug)
    if (place.order && place.order.state !== 'ended') {
      const order = await openOrder(scope, db, place)
      await rows.releaseUse(db, clientId, order.id, scope.clock.now())
      await writeCoupon(scope, db, place, order, null)
    }
    return programmePage(context, within(scope, db), slug)
  })

/** Counted under the coupon's lock: of many who take the last one, one gets it. The caller has locked the order. */
export const holdCoupon = async (
  scope: MemberScope,
  db: TenantDb,
  place: Place,
  order: OrderRow,
): Promise<void> => {
  const { clientId } = scope.tenant
  if (place.coupon === null || !place.coupon.isUsable) return
  const coupon = await rows.lockCoupon(db, clientId, place.coupon.row.id)
  if (!(await isUsable(db, coupon, purchaseOf(scope, place, order))))
    throw new AppError('conflict', 'Your coupon cannot be used any more. The price has changed.')
  await rows.writeUse(db, {
    client_id: clientId,
    order_id: order.id,
    coupon_id: coupon.id,
    user_id: scope.actor.userId,
    state: 'held',
    discount_minor: place.price.coupon_minor,
    at: scope.clock.now(),
  })
}
