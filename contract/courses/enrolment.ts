/** Enrolment, seats, paid access and the money-back guarantee (rules: Learning, seat booking and refund). */
import * as z from 'zod/mini'
import { day, id, idParam, singleLine, timestamp } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { refundHistory, seenRequest } from './refund-requests.ts'
import { courseProgress } from './shapes.ts'

/** Booking holds a seat for 15 minutes. */
export const SEAT_HOLD_MS = 15 * 60_000
/** A free seat is offered to the first person on the waiting list for one day. */
export const SEAT_OFFER_MS = 24 * 3_600_000
/** "Maybe Later" hides the booking prompt of the course for a week. */
export const SEAT_PROMPT_HIDDEN_MS = 7 * 24 * 3_600_000
/** 30-day money-back guarantee (spec 1). */
export const GUARANTEE_DAYS = 30
export const REFERENCE_MAX = 120

export const seatStates = ['waiting', 'offered', 'held', 'confirmed'] as const
export const refundStates = ['asked', 'refunded', 'declined'] as const
export const purchaseSources = ['manual', 'payment'] as const
/** How staff receive a payment that they note by hand. */
export const manualPlaces = ['bank', 'cash'] as const

const money = z.object({ amount_minor: z.int().check(z.minimum(0)), currency: z.string() })

export const purchase = z.object({
  id,
  purchased_at: timestamp,
  source: z.enum(purchaseSources),
  amount_minor: z.int(),
  currency: z.string(),
  reference: z.string(),
  /** The last day to request a refund, in the tenant's time zone. */
  guarantee_until: day,
  /** True until the end of that day, while no request is open or accepted and the learner may ask once more. */
  refundable: z.boolean(),
  refund: z.nullable(
    z.extend(refundHistory, {
      state: z.enum(refundStates),
      reason: z.string(),
      asked_at: timestamp,
      settled_at: z.nullable(timestamp),
      note: z.string(),
    }),
  ),
})
export type Purchase = z.infer<typeof purchase>

/** The caller's access to one course at the time of the response. */
export const courseAccess = z.object({
  /** The server's clock, for countdowns. */
  now: timestamp,
  /** Null if seats are unlimited. */
  seats: z.nullable(z.object({ capacity: z.int(), left: z.int(), waiting: z.int() })),
  seat: z.nullable(
    z.object({
      state: z.enum(seatStates),
      /** When an offer or a hold ends. */
      until: z.nullable(timestamp),
      /** Position on the waiting list, from 1. */
      position: z.nullable(z.int()),
    }),
  ),
  /** Null once the course is open. */
  opens_at: z.nullable(timestamp),
  notify: z.boolean(),
  /** The last day on which the caller can work in the course; null: no end, or not enrolled. */
  access_until: z.nullable(day),
  price: z.nullable(z.extend(money, { booking_minor: z.nullable(z.int()) })),
  purchase: z.nullable(purchase),
  /** How and to whom to pay, in the client's words; null without a text, and where nothing is to be paid. */
  payment_instructions: z.nullable(z.string()),
  /** The caller may grant access and read the roster. */
  may_manage: z.boolean(),
})
export type CourseAccess = z.infer<typeof courseAccess>

const courseParams = z.object({ clientId: idParam, courseId: idParam })

export const enrol = endpoint({
  name: 'courses.enrol',
  method: 'POST',
  path: '/api/clients/{clientId}/courses/{courseId}/enrolment/',
  access: 'member',
  feature: 'course',
  idempotency: 'natural',
  summary: 'Enrol in a free course; safe to repeat',
  params: courseParams,
  response: courseProgress,
  status: 201,
})

export const unenrol = endpoint({
  name: 'courses.unenrol',
  method: 'DELETE',
  path: '/api/clients/{clientId}/courses/{courseId}/enrolment/',
  access: 'member',
  feature: 'course',
  summary: 'Leave a course; progress is kept for a later return',
  params: courseParams,
  response: z.undefined(),
  status: 204,
})

export const getCourseAccess = endpoint({
  name: 'courses.access',
  method: 'GET',
  path: '/api/clients/{clientId}/courses/{courseId}/access/',
  access: 'member',
  feature: 'course',
  offline: 'cache',
  summary: "Get the seats of a course and the caller's place, purchase and guarantee",
  params: courseParams,
  response: courseAccess,
})

export const bookSeat = endpoint({
  name: 'courses.bookSeat',
  method: 'POST',
  path: '/api/clients/{clientId}/courses/{courseId}/seat/',
  access: 'member',
  feature: 'course',
  idempotency: 'natural',
  summary: 'Hold a seat for 15 minutes, or accept an offered one; safe to repeat. 409 if sold out',
  params: courseParams,
  response: courseAccess,
  alsoFails: [409],
})

export const confirmSeat = endpoint({
  name: 'courses.confirmSeat',
  method: 'POST',
  path: '/api/clients/{clientId}/courses/{courseId}/seat/confirm/',
  access: 'member',
  feature: 'course',
  idempotency: 'natural',
  summary:
    'Confirm the held seat of a free course and enrol; a premium seat is confirmed by its payment or grant',
  params: courseParams,
  response: courseAccess,
  alsoFails: [409],
})

export const releaseSeat = endpoint({
  name: 'courses.releaseSeat',
  method: 'DELETE',
  path: '/api/clients/{clientId}/courses/{courseId}/seat/',
  access: 'member',
  feature: 'course',
  summary: 'Give up a hold, an offer or the place on the waiting list; safe to repeat',
  params: courseParams,
  response: courseAccess,
})

export const joinWaitingList = endpoint({
  name: 'courses.joinWaitingList',
  method: 'POST',
  path: '/api/clients/{clientId}/courses/{courseId}/waiting-list/',
  access: 'member',
  feature: 'course',
  idempotency: 'natural',
  summary: 'Join the waiting list of a sold-out course; safe to repeat',
  params: courseParams,
  response: courseAccess,
})

export const askRefund = endpoint({
  name: 'courses.askRefund',
  method: 'POST',
  path: '/api/clients/{clientId}/courses/{courseId}/refund/',
  access: 'member',
  feature: 'course',
  idempotency: 'natural',
  summary:
    'Request a refund within the guarantee; safe to repeat. After a declined request only with a new reason. 409 after the last day, or when it was asked for too often',
  params: courseParams,
  body: z.object({ reason: singleLine(0, 1000) }),
  response: courseAccess,
  alsoFails: [409],
})

/* ---- for instructors of the course and admins ---- */

const person = z.object({ id, name: z.string(), email: z.string() })
export const courseRoster = z.object({
  seats: z.nullable(z.object({ capacity: z.int(), left: z.int() })),
  /** Everybody with a place, in the order in which they are served. */
  places: z.array(
    z.object({ person, state: z.enum(seatStates), since: timestamp, until: z.nullable(timestamp) }),
  ),
  /** Undecided ones first, then newest first. */
  purchases: z.array(z.extend(purchase, { person })),
  currency: z.string(),
  may_settle: z.boolean(),
})
export type CourseRoster = z.infer<typeof courseRoster>

export const getRoster = endpoint({
  name: 'courses.roster',
  method: 'GET',
  path: '/api/clients/{clientId}/courses/{courseId}/roster/',
  access: 'staff',
  feature: 'course',
  summary: 'List places, purchases and refund requests of a course',
  params: courseParams,
  response: courseRoster,
})

export const setOffer = endpoint({
  name: 'courses.setOffer',
  method: 'PUT',
  path: '/api/clients/{clientId}/courses/{courseId}/offer/',
  access: 'staff',
  feature: 'course',
  summary: 'Set the seats, opening time and price of a course; fewer seats than are taken are rejected',
  params: courseParams,
  body: z.object({
    capacity: z.nullable(z.int().check(z.minimum(1), z.maximum(100_000))),
    opens_at: z.nullable(timestamp),
    price_minor: z.nullable(z.int().check(z.minimum(0), z.maximum(1_000_000_000_000))),
    booking_minor: z.nullable(z.int().check(z.minimum(0), z.maximum(1_000_000_000_000))),
  }),
  response: courseRoster,
  alsoFails: [409],
})

export const grantAccess = endpoint({
  name: 'courses.grantAccess',
  method: 'POST',
  path: '/api/clients/{clientId}/courses/{courseId}/grants/',
  access: 'staff',
  feature: 'course',
  stepUp: true,
  idempotency: 'key',
  summary:
    'Record a manual payment and open the course; the reference is unique, so a repeat changes nothing',
  params: courseParams,
  body: z.object({
    email: singleLine(3, 254),
    reference: singleLine(1, REFERENCE_MAX),
    amount_minor: z.int().check(z.minimum(0), z.maximum(1_000_000_000_000)),
    place: z._default(z.optional(z.enum(manualPlaces)), 'bank'),
  }),
  response: courseRoster,
  status: 201,
  alsoFails: [409],
})

export const settleRefund = endpoint({
  name: 'courses.settleRefund',
  method: 'POST',
  path: '/api/clients/{clientId}/purchases/{purchaseId}/refund/',
  access: 'admin',
  feature: 'course',
  stepUp: true,
  idempotency: 'natural',
  summary:
    'Refund the payment in full or part, which closes the course, or decline; decided once. Without a request, a refund needs a note',
  params: z.object({ clientId: idParam, purchaseId: idParam }),
  body: z.object({
    decision: z.enum(['refunded', 'declined']),
    asked_at: seenRequest,
    note: singleLine(0, 1000),
    /** How much of the payment goes back; all of it when absent. */
    amount_minor: z.optional(z.int().check(z.minimum(1), z.maximum(1_000_000_000_000))),
  }),
  response: courseRoster,
  alsoFails: [409],
})

export const reverseRefund = endpoint({
  name: 'courses.reverseRefund',
  method: 'POST',
  path: '/api/clients/{clientId}/purchases/{purchaseId}/refund/reversal/',
  access: 'admin',
  feature: 'course',
  stepUp: true,
  idempotency: 'natural',
  summary:
    'Take a refund back whose money returned: the course opens again and the request waits for a decision',
  params: z.object({ clientId: idParam, purchaseId: idParam }),
  response: courseRoster,
  alsoFails: [409],
})
