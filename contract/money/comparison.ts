/** The comparison of payments here with those at the payment providers. */
import * as z from 'zod/mini'
import { clientParams, id, idParam, timestamp } from '../common.ts'
import { endpoint, perHour } from '../endpoint.ts'

const BASE = '/api/clients/{clientId}/admin/payment-comparison/' as const
const adminOnly = { access: 'admin', feature: 'course' } as const

export const findingKinds = ['paid_not_granted', 'granted_not_paid', 'amount_differs'] as const
/** The list shows the newest; repaired ones make room for others. */
export const FINDINGS_MAX = 100

const finding = z.object({
  id,
  kind: z.enum(findingKinds),
  provider: z.string(),
  /** What the provider calls the payment. */
  reference: z.string(),
  person: z.nullable(z.object({ id, name: z.string() })),
  /** The title of the programme, course or payment link; null where nobody here knows the payment. */
  subject: z.nullable(z.string()),
  currency: z.string(),
  /** What came in less what went back: at the provider, and here. */
  theirs_minor: z.int(),
  ours_minor: z.int(),
  found_at: timestamp,
  /** Nobody here knows the payment: it can only be put right at the provider. */
  is_unknown: z.boolean(),
})
export type Finding = z.infer<typeof finding>

const comparison = z.object({
  /** The latest comparison; null before the first. */
  last: z.nullable(z.object({ at: timestamp, is_complete: z.boolean() })),
  /** Whether there is a provider to compare with. */
  is_possible: z.boolean(),
  findings: z.array(finding),
})
export type Comparison = z.infer<typeof comparison>

export const getComparison = endpoint({
  name: 'money.comparison',
  method: 'GET',
  path: BASE,
  ...adminOnly,
  summary: 'Get what the latest comparison with the payment providers found and nobody has repaired',
  params: clientParams,
  response: comparison,
})

export const compareNow = endpoint({
  name: 'money.compareNow',
  method: 'POST',
  path: BASE,
  ...adminOnly,
  idempotency: 'natural',
  rateLimit: perHour(20),
  summary: 'Compare the payments of the last weeks with those at the providers now',
  params: clientParams,
  response: comparison,
})

export const repairFinding = endpoint({
  name: 'money.repairFinding',
  method: 'POST',
  path: `${BASE}findings/{findingId}/repair/`,
  ...adminOnly,
  stepUp: true,
  idempotency: 'natural',
  summary:
    'Make the books here say what the provider says: grant, take back, or correct the amount; a repeat changes nothing',
  params: z.object({ clientId: idParam, findingId: idParam }),
  response: comparison,
})
