/** Payments, refunds and revenue for admins, all read from the ledger (rules: Money). */
import * as z from 'zod/mini'
import { clientParams, id, idParam, pageOf, pageQuery, timestamp } from '../common.ts'
import { endpoint, perHour } from '../endpoint.ts'
import { paymentDocument } from './documents.ts'
import { programmeSlugs } from './programme-slugs.ts'
import { declinedRequests } from '../courses/refund-requests.ts'
import { providerRefund } from './refunds.ts'

const BASE = '/api/clients/{clientId}/admin/payments/' as const
const adminOnly = { access: 'admin', feature: 'course' } as const

/** Most rows of one file: narrow the filters for more. */
export const PAYMENT_EXPORT_MAX = 10_000
/** How many months the table of revenue shows. */
export const REVENUE_MONTHS = 6

/** A payment came in, a refund went out, and a reversal is the money of a refund that came back. */
export const paymentKinds = ['payment', 'refund', 'reversal'] as const
/** Where the money is: on the bank account, in the till, or with a payment provider. */
export const moneyPlaces = ['bank', 'cash', 'online'] as const

/** A calendar month in the client's time zone, YYYY-MM. */
const month = z.string().check(z.regex(/^(19|20)\d\d-(0[1-9]|1[0-2])$/))
const queryId = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(2_147_483_647))
/** Minor units with their sign: what went out is negative. */
const amounts = { amount_minor: z.int(), currency: z.string() }
const person = z.object({ id, name: z.string(), email: z.string() })
const course = z.object({ id, title: z.string() })
const programme = z.object({ slug: z.enum(programmeSlugs), title: z.string() })

const filters = {
  /** Name, e-mail or reference. */
  search: z.optional(z.string().check(z.maxLength(200))),
  kind: z.optional(z.enum(paymentKinds)),
  place: z.optional(z.enum(moneyPlaces)),
  month: z.optional(month),
  course: z.optional(queryId),
  programme: z.optional(z.enum(programmeSlugs)),
  person: z.optional(queryId),
  /** Only what was paid for payment links. */
  links: z.optional(z.literal('true')),
}

const payment = z.object({
  /** Of the transaction in the ledger. */
  id,
  at: timestamp,
  kind: z.enum(paymentKinds),
  place: z.enum(moneyPlaces),
  ...amounts,
  person: z.nullable(person),
  course: z.nullable(course),
  /** The title of the programme that was paid; null for a course. */
  programme: z.nullable(z.string()),
  payment_link: z.nullable(z.object({ id, title: z.string() })),
  purchase_id: z.nullable(id),
  /** The number that staff or the provider gave the payment. */
  reference: z.string(),
  noted_by: z.nullable(z.object({ id, name: z.string() })),
  /** A refund that an admin can still take back. */
  reversible: z.boolean(),
  /** A payment by hand that nobody has asked back: an admin may refund it as an exception. */
  by_exception: z.boolean(),
  documents: z.array(paymentDocument),
  /** Of a payment by a provider, which also sends it back; null for all others. */
  checkout: z.nullable(
    z.object({
      id: z.uuid(),
      is_test: z.boolean(),
      /** What can still be sent back. */
      left_minor: z.int(),
      /** There is no programme to give up, or it was given up before. */
      is_ended: z.boolean(),
      /** The money-back guarantee has ended: sending it back is an exception, with a reason. */
      needs_reason: z.boolean(),
      /** The ones that are on their way or failed, the newest last. */
      refunds: z.array(providerRefund),
    }),
  ),
})
export type Payment = z.infer<typeof payment>

/** A search that finds very many payers stops counting here, and adds nothing up. */
export const PAYMENT_COUNT_MAX = 1_000

export const listPayments = endpoint({
  name: 'money.payments',
  method: 'GET',
  path: BASE,
  ...adminOnly,
  summary: 'List payments and refunds, newest first',
  params: clientParams,
  query: z.object({ ...pageQuery, ...filters }),
  response: z.extend(pageOf(payment), {
    /** `count` stopped at its most, and there are no totals. */
    is_counted_out: z.boolean(),
    /** Over all pages. */
    totals: z.array(z.object({ currency: z.string(), received_minor: z.int(), returned_minor: z.int() })),
    /** The titles of what the filters name; null where they name nothing that exists. */
    course: z.nullable(course),
    programme: z.nullable(programme),
    person: z.nullable(person),
  }),
})
export type PaymentPage = z.infer<(typeof listPayments)['response']>

const monthAmount = z.object({ month, sold_minor: z.int(), refunded_minor: z.int(), net_minor: z.int() })

export const getRevenue = endpoint({
  name: 'money.revenue',
  method: 'GET',
  path: `${BASE}revenue/`,
  ...adminOnly,
  summary: 'Get the revenue of each course and programme for six months, less discounts and refunds',
  params: clientParams,
  query: z.object({ until: z.optional(month) }),
  response: z.object({
    /** Oldest first. */
    months: z.array(month),
    this_month: month,
    /** Of the first sale; null before it. */
    first_month: z.nullable(month),
    /** Highest revenue first; only what was sold or refunded in these months. */
    rows: z.array(
      z.object({
        course: z.nullable(course),
        programme: z.nullable(programme),
        currency: z.string(),
        months: z.array(monthAmount),
        net_minor: z.int(),
      }),
    ),
    totals: z.array(z.object({ currency: z.string(), months: z.array(monthAmount), net_minor: z.int() })),
  }),
})
export type Revenue = z.infer<(typeof getRevenue)['response']>

export const REFUNDS_DUE_MAX = 100
const dueRefund = z.object({
  /** Of a course; null for a programme. */
  purchase_id: z.nullable(id),
  /** Of a programme; null for a course. */
  order_id: z.nullable(id),
  person,
  course: z.nullable(course),
  programme: z.nullable(programme),
  /** What can go back. */
  ...amounts,
  reference: z.string(),
  paid_at: timestamp,
  asked_at: timestamp,
  reason: z.string(),
  declined_before: declinedRequests,
})
export type DueRefund = z.infer<typeof dueRefund>

export const listDueRefunds = endpoint({
  name: 'money.dueRefunds',
  method: 'GET',
  path: `${BASE}refunds/`,
  ...adminOnly,
  summary: 'List refund requests that nobody has decided, the oldest first',
  params: clientParams,
  response: z.object({ results: z.array(dueRefund) }),
})

export const getStatement = endpoint({
  name: 'money.statement',
  method: 'GET',
  path: `${BASE}people/{userId}/`,
  ...adminOnly,
  summary: 'Get what a person bought, paid and got back, and what is still open',
  params: z.object({ clientId: idParam, userId: idParam }),
  response: z.object({
    person,
    balances: z.array(
      z.object({
        currency: z.string(),
        sold_minor: z.int(),
        paid_minor: z.int(),
        refunded_minor: z.int(),
        /** What the person still owes. */
        open_minor: z.int(),
      }),
    ),
  }),
})
export type Statement = z.infer<(typeof getStatement)['response']>

const file = z.object({ file_name: z.string(), rows: z.int(), csv: z.string() })

export const exportPayments = endpoint({
  name: 'money.exportPayments',
  method: 'GET',
  path: `${BASE}export/`,
  ...adminOnly,
  stepUp: true,
  rateLimit: perHour(30),
  summary: 'Export the newest matching payments as CSV; cells that a spreadsheet would run are escaped',
  params: clientParams,
  query: z.object(filters),
  response: file,
})

export const exportJournal = endpoint({
  name: 'money.exportJournal',
  method: 'GET',
  path: `${BASE}journal/`,
  ...adminOnly,
  stepUp: true,
  rateLimit: perHour(30),
  summary:
    'Export the journal of a month or of all time as CSV, balanced; 409 if it is too long for one file',
  params: clientParams,
  query: z.object({ month: filters.month }),
  response: file,
  alsoFails: [409],
})
