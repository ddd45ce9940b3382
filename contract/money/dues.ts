/** What learners still owe for programmes, by how late it is (rules: Money). */
import * as z from 'zod/mini'
import { clientParams, day, id, pageOf, pageQuery } from '../common.ts'
import { endpoint } from '../endpoint.ts'

const BASE = '/api/clients/{clientId}/admin/payments/due/' as const
const adminOnly = { access: 'admin', feature: 'course' } as const

/** `week` is a part of `later`; the others are days after the due date. */
export const dueSpans = ['week', 'later', 'late_7', 'late_30', 'late_60', 'late_more'] as const
export type DueSpan = (typeof dueSpans)[number]

const sum = z.object({ span: z.enum(dueSpans), open_minor: z.int(), parts: z.int() })

export const getDues = endpoint({
  name: 'money.dues',
  method: 'GET',
  path: BASE,
  ...adminOnly,
  summary: 'Get what is due this week, not yet due and overdue of programmes, in each currency',
  params: clientParams,
  response: z.object({
    today: day,
    /** All spans of each currency, in their order; none where nothing is open. */
    currencies: z.array(z.object({ currency: z.string(), spans: z.array(sum) })),
  }),
})
export type Dues = z.infer<(typeof getDues)['response']>

const duePart = z.object({
  order_id: id,
  position: z.int(),
  person: z.object({ id, name: z.string(), email: z.string() }),
  programme: z.string(),
  due_on: day,
  open_minor: z.int(),
  currency: z.string(),
})
export type DuePart = z.infer<typeof duePart>

export const listDues = endpoint({
  name: 'money.dueParts',
  method: 'GET',
  path: `${BASE}parts/`,
  ...adminOnly,
  summary: 'List the parts behind one sum, the longest overdue first',
  params: clientParams,
  query: z.object({
    ...pageQuery,
    span: z._default(z.optional(z.enum(dueSpans)), 'later'),
    /** All currencies when absent. */
    currency: z.optional(z.string().check(z.regex(/^[A-Z]{3}$/))),
  }),
  response: pageOf(duePart),
})
