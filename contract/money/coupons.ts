/** Coupons for programmes and courses (CT5): what admins make of them, and the code that a learner enters. */
import * as z from 'zod/mini'
import { clientParams, day, id, idParam, pageOf, pageQuery, singleLine, timestamp } from '../common.ts'
import { endpoint, perHour } from '../endpoint.ts'
import { couponGuesses } from './course-coupons.ts'
import { programmeSlugs } from './programme-slugs.ts'
import { programme } from './programmes.ts'

const ADMIN = '/api/clients/{clientId}/admin/coupons/' as const
const adminOnly = { access: 'admin', feature: 'course' } as const

export const COUPONS_AT_ONCE_MAX = 1000
export const COUPON_COURSES_MAX = 50
const USES_MAX = 1_000_000
const CODE_MIN = 4
const CODE_MAX = 32

/** Small letters, spaces and hyphens are how people type a code. */
export const foldCode = (text: string): string => text.replaceAll(/[\s-]/g, '').toUpperCase()
const code = z.pipe(
  z.pipe(z.string().check(z.maxLength(60)), z.transform(foldCode)),
  z.string().check(z.minLength(CODE_MIN), z.maxLength(CODE_MAX), z.regex(/^[A-Z0-9]*$/)),
)

const count = z.int().check(z.minimum(1), z.maximum(USES_MAX))
const terms = {
  title: singleLine(1, 120),
  /** One of the two. */
  percent: z.nullable(z.int().check(z.minimum(1), z.maximum(100))),
  amount_minor: z.nullable(z.int().check(z.minimum(1), z.maximum(1_000_000_000_000))),
  /** In all; null for any number. */
  uses_max: z.nullable(count),
  person_max: count,
  /** In the client's time zone, both days included. */
  starts_on: z.nullable(day),
  ends_on: z.nullable(day),
  /** Null: for every programme; empty: for none. */
  programmes: z.nullable(z.array(z.enum(programmeSlugs))),
  /** Null: for every course; empty: for none. */
  courses: z._default(z.nullable(z.array(id).check(z.maxLength(COUPON_COURSES_MAX))), []),
  /** Only for people who have paid nothing yet. */
  first_purchase_only: z.boolean(),
}

const coupon = z.object({
  id,
  code: z.string(),
  ...terms,
  title: z.string(),
  courses: z.nullable(z.array(id)),
  currency: z.nullable(z.string()),
  is_active: z.boolean(),
  /** Coupons that were generated together have the same. */
  batch: z.uuid(),
  created_at: timestamp,
  used: z.int(),
  /** By checkouts that are open. */
  held: z.int(),
})
export type Coupon = z.infer<typeof coupon>

const filters = {
  /** Code or title. */
  search: z.optional(z.string().check(z.maxLength(200))),
}

export const listCoupons = endpoint({
  name: 'money.coupons',
  method: 'GET',
  path: ADMIN,
  ...adminOnly,
  summary: 'List coupons, newest first',
  params: clientParams,
  query: z.object({ ...pageQuery, ...filters }),
  response: z.extend(pageOf(coupon), { currency: z.string() }),
})

export const createCoupons = endpoint({
  name: 'money.createCoupons',
  method: 'POST',
  path: ADMIN,
  ...adminOnly,
  idempotency: 'key',
  rateLimit: perHour(60),
  summary: 'Create a coupon with a code of your own, or many with generated ones; 409 if the code exists',
  params: clientParams,
  body: z.object({
    idempotency_key: z.uuid(),
    /** Null: as many as `count` says are generated. */
    code: z.nullable(code),
    count: z.int().check(z.minimum(1), z.maximum(COUPONS_AT_ONCE_MAX)),
    ...terms,
  }),
  response: z.object({ batch: z.uuid(), created: z.int() }),
  status: 201,
  alsoFails: [409],
})

export const setCouponActive = endpoint({
  name: 'money.setCouponActive',
  method: 'PUT',
  path: `${ADMIN}{couponId}/`,
  ...adminOnly,
  summary: 'Switch a coupon off or on again; what was bought with it stays',
  params: z.object({ clientId: idParam, couponId: idParam }),
  body: z.object({ is_active: z.boolean() }),
  response: coupon,
})

export const COUPON_USES_MAX = 500
const use = z.object({
  person: z.object({ id, name: z.string(), email: z.string() }),
  /** One of the two. */
  programme: z.nullable(z.enum(programmeSlugs)),
  course: z.nullable(z.object({ id, title: z.string() })),
  state: z.enum(['held', 'used']),
  discount_minor: z.int(),
  currency: z.string(),
  at: timestamp,
})
export type CouponUse = z.infer<typeof use>

export const listCouponUses = endpoint({
  name: 'money.couponUses',
  method: 'GET',
  path: `${ADMIN}{couponId}/uses/`,
  ...adminOnly,
  summary: 'List who uses a coupon, newest first',
  params: z.object({ clientId: idParam, couponId: idParam }),
  response: z.object({ results: z.array(use) }),
})

export const exportCoupons = endpoint({
  name: 'money.exportCoupons',
  method: 'GET',
  path: `${ADMIN}export/`,
  ...adminOnly,
  stepUp: true,
  rateLimit: perHour(30),
  summary: 'Export the matching coupons, or those that were generated together, as CSV',
  params: clientParams,
  query: z.object({ ...filters, batch: z.optional(z.uuid()) }),
  response: z.object({ file_name: z.string(), rows: z.int(), csv: z.string() }),
})

const MINE = '/api/clients/{clientId}/programmes/{programme}/coupon/' as const
const mine = { access: 'member', feature: 'course' } as const
const programmeParams = z.object({ clientId: idParam, programme: z.enum(programmeSlugs) })

export const applyCoupon = endpoint({
  name: 'money.applyCoupon',
  method: 'PUT',
  path: MINE,
  ...mine,
  rateLimit: couponGuesses,
  summary:
    "Put a coupon into the caller's price. Every code that does not work is answered alike (422), so that nobody can guess codes",
  params: programmeParams,
  body: z.object({ code: z.string().check(z.maxLength(60)) }),
  response: programme,
  alsoFails: [409],
})

export const removeCoupon = endpoint({
  name: 'money.removeCoupon',
  method: 'DELETE',
  path: MINE,
  ...mine,
  summary: "Take the coupon out of the caller's price",
  params: programmeParams,
  response: programme,
  alsoFails: [409],
})
