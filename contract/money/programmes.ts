/** Programmes that people pay in parts: price, schedule and payments (rules: Money). */
import * as z from 'zod/mini'
import { day, id, idParam, singleLine, timestamp } from '../common.ts'
import { refundStates } from '../courses/enrolment.ts'
import { endpoint, perHour } from '../endpoint.ts'
import { checkoutStates } from './checkout-states.ts'
import { paymentDocument } from './documents.ts'
import { refundHistory } from '../courses/refund-requests.ts'
import { programmeSlugs } from './programme-slugs.ts'
import { partStates } from './schedule.ts'

const BASE = '/api/clients/{clientId}/programmes/{programme}/' as const
const forMembers = { access: 'member', feature: 'course' } as const

/** The rest after the booking amount: in one part or in several. */
export const paymentPlans = ['once', 'instalments'] as const
export type PaymentPlan = (typeof paymentPlans)[number]
/** `ended`: given up, with the money of it sent back. */
export const orderStates = ['open', 'booked', 'paid', 'ended'] as const

const minor = z.int()
const part = z.object({ due_on: day, amount_minor: minor })
const checkout = z.object({
  id: z.uuid(),
  state: z.enum(checkoutStates),
  amount_minor: minor,
  created_at: timestamp,
})

export const programme = z.object({
  slug: z.enum(programmeSlugs),
  title: z.string(),
  summary: z.string(),
  currency: z.string(),
  courses: z.array(z.object({ id, title: z.string() })),
  price: z.object({
    total_minor: minor,
    scholarship_percent: z.int(),
    scholarship_minor: minor,
    coupon_minor: minor,
    /** That the person entered. One that cannot be used any more takes nothing off. */
    coupon: z.nullable(z.object({ code: z.string(), is_usable: z.boolean() })),
    owed_minor: minor,
  }),
  /** The assessment that decides the scholarship; null if there is none. */
  assessment: z.nullable(z.object({ id, has_result: z.boolean() })),
  /** Paying works this many days after a due date; then the courses can only be read. */
  grace_days: z.int(),
  /** What each plan would mean if the person paid today; empty after the first payment. */
  plans: z.array(z.object({ plan: z.enum(paymentPlans), parts: z.array(part) })),
  /** What the person bought; null before the first payment. */
  order: z.nullable(
    z.object({
      plan: z.enum(paymentPlans),
      state: z.enum(orderStates),
      parts: z.array(z.extend(part, { paid_minor: minor, open_minor: minor, state: z.enum(partStates) })),
      paid_minor: minor,
      open_minor: minor,
      /** Of it, what is due today or late. */
      due_minor: minor,
      /** Paid above what the programme costs. */
      credit_minor: minor,
      is_read_only: z.boolean(),
      /** The money-back guarantee; null where nothing was paid, or the person has left. */
      guarantee: z.nullable(
        z.object({
          /** The last day to ask for the money back, in the client's time zone. */
          until: day,
          /** True until the end of that day, while no request is open or accepted and the learner may ask once more. */
          may_ask: z.boolean(),
          request: z.nullable(
            z.extend(refundHistory, {
              state: z.enum(refundStates),
              asked_at: timestamp,
              reason: z.string(),
              /** What the admin says about the decision. */
              note: z.string(),
            }),
          ),
        }),
      ),
    }),
  ),
  /** Whether the person gave the programme up before; it can be bought again. */
  has_left: z.boolean(),
  /** What one payment may be; null when nothing is open. */
  payable: z.nullable(z.object({ min_minor: minor, max_minor: minor })),
  /** Null where nobody can pay online: then the client's instructions say how to pay. */
  provider: z.nullable(z.object({ is_test: z.boolean() })),
  payment_instructions: z.nullable(z.string()),
  /** The latest try to pay. */
  checkout: z.nullable(checkout),
  /** Newest first; what went back is negative. */
  payments: z.array(
    z.object({ id, at: timestamp, amount_minor: minor, documents: z.array(paymentDocument) }),
  ),
})
export type Programme = z.infer<typeof programme>

const programmeParams = z.object({ clientId: idParam, programme: z.enum(programmeSlugs) })

export const getProgramme = endpoint({
  name: 'money.programme',
  method: 'GET',
  path: BASE,
  ...forMembers,
  summary: "Get a programme's price for the caller, the schedule and what is paid; 404 if it is not offered",
  params: programmeParams,
  response: programme,
})

export const startCheckout = endpoint({
  name: 'money.startCheckout',
  method: 'POST',
  path: `${BASE}checkouts/`,
  ...forMembers,
  idempotency: 'key',
  rateLimit: perHour(60),
  summary:
    'Start paying a part, from the minimum to all that is open; prices come from the server. 409 if nobody can pay online',
  params: programmeParams,
  body: z.object({
    idempotency_key: z.uuid(),
    plan: z.enum(paymentPlans),
    amount_minor: z.int().check(z.minimum(1), z.maximum(1_000_000_000_000)),
  }),
  response: z.object({
    checkout_id: z.uuid(),
    /** Where the payer goes: a page of the provider, or a path of the app. */
    url: z.string(),
  }),
  status: 201,
  alsoFails: [409, 503],
})

export const takePlace = endpoint({
  name: 'money.takePlace',
  method: 'POST',
  path: `${BASE}place/`,
  ...forMembers,
  idempotency: 'natural',
  summary: 'Take a place that the scholarship covers in full; 409 if something is to be paid',
  params: programmeParams,
  response: programme,
  alsoFails: [409],
})

export const askProgrammeRefund = endpoint({
  name: 'money.askProgrammeRefund',
  method: 'POST',
  path: `${BASE}refund/`,
  ...forMembers,
  idempotency: 'natural',
  rateLimit: perHour(20),
  summary:
    'Ask for the money of a programme back within the guarantee; safe to repeat. After a declined request only with a new reason. 409 after the last day, or when it was asked for too often',
  params: programmeParams,
  body: z.object({ reason: singleLine(0, 1000) }),
  response: programme,
  alsoFails: [409],
})

/* ---- the test checkout: where a client of the demo has no payment provider ---- */

/** What a payer of the test checkout makes happen. */
export const testOutcomes = ['succeed', 'fail', 'abandon', 'slow', 'twice', 'late', 'never'] as const
export type TestOutcome = (typeof testOutcomes)[number]

const testCheckoutParams = z.object({ clientId: idParam, checkoutId: z.uuid() })
export const testCheckoutPage = z.object({
  amount_minor: minor,
  currency: z.string(),
  title: z.string(),
  /** Whether the payer can still choose. */
  is_open: z.boolean(),
  return_path: z.string(),
})
export type TestCheckout = z.infer<typeof testCheckoutPage>

export const getTestCheckout = endpoint({
  name: 'money.testCheckout',
  method: 'GET',
  path: '/api/clients/{clientId}/test-checkouts/{checkoutId}/',
  ...forMembers,
  summary: 'Get a checkout of the test provider; only its payer finds it',
  params: testCheckoutParams,
  response: testCheckoutPage,
})

export const payTestCheckout = endpoint({
  name: 'money.payTestCheckout',
  method: 'POST',
  path: '/api/clients/{clientId}/test-checkouts/{checkoutId}/outcome/',
  ...forMembers,
  idempotency: 'natural',
  summary: 'Choose what happens to a test payment; the first choice that ends it counts',
  params: testCheckoutParams,
  body: z.object({ outcome: z.enum(testOutcomes) }),
  response: testCheckoutPage,
})
