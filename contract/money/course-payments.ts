/** Paying for a course or the booking amount of its seat online (rules: Money, seat booking). */
import * as z from 'zod/mini'
import { idParam, timestamp } from '../common.ts'
import { endpoint, perHour } from '../endpoint.ts'
import { checkoutStates } from './checkout-states.ts'

const PATH = '/api/clients/{clientId}/courses/{courseId}/payment/' as const
const forMembers = { access: 'member', feature: 'course' } as const
const params = z.object({ clientId: idParam, courseId: idParam })
const minor = z.int()

export const coursePayment = z.object({
  currency: z.string(),
  /** Before the coupon. */
  full_price_minor: minor,
  coupon_minor: minor,
  /** That the person entered. One that cannot be used any more takes nothing off. */
  coupon: z.nullable(z.object({ code: z.string(), is_usable: z.boolean() })),
  price_minor: minor,
  /** Counts to the price. */
  paid_minor: minor,
  /**
   * What the next payment is: the booking amount, the price, or the rest of it. 0 when a coupon covers the price: then the
   * place is taken without paying. Null when nothing is to be paid.
   */
  amount_minor: z.nullable(minor),
  /** Null where nobody can pay online. */
  provider: z.nullable(z.object({ is_test: z.boolean() })),
  /** The latest try to pay. */
  checkout: z.nullable(
    z.object({
      id: z.uuid(),
      state: z.enum(checkoutStates),
      amount_minor: minor,
      created_at: timestamp,
      /** There was no seat left for it. */
      goes_back: z.boolean(),
    }),
  ),
})
export type CoursePayment = z.infer<typeof coursePayment>

export const getCoursePayment = endpoint({
  name: 'money.coursePayment',
  method: 'GET',
  path: PATH,
  ...forMembers,
  summary: 'Get what the caller pays for a course online; null for a course without a price',
  params,
  response: z.object({ payment: z.nullable(coursePayment) }),
})

export const startCoursePayment = endpoint({
  name: 'money.startCoursePayment',
  method: 'POST',
  path: PATH,
  ...forMembers,
  idempotency: 'key',
  rateLimit: perHour(60),
  summary:
    'Start paying for a course; a limited seat is held for 15 minutes. 409 if sold out, if the amount is no longer right, or if nobody can pay online',
  params,
  body: z.object({
    idempotency_key: z.uuid(),
    /** What the payer saw; the price is the server's. */
    amount_minor: z.int().check(z.minimum(1), z.maximum(1_000_000_000_000)),
    /** The price that the payer saw: a booking amount alone does not tell that it has changed. */
    price_minor: z.optional(z.int()),
  }),
  response: z.object({ checkout_id: z.uuid(), url: z.string() }),
  status: 201,
  alsoFails: [409, 503],
})

export const takeCoursePlace = endpoint({
  name: 'money.takeCoursePlace',
  method: 'POST',
  path: `${PATH}place/`,
  ...forMembers,
  idempotency: 'natural',
  rateLimit: perHour(60),
  summary:
    'Take a place in a course whose price a coupon covers; 409 if something is to be paid or no seat is left',
  params,
  response: z.object({ payment: z.nullable(coursePayment) }),
  alsoFails: [409],
})
