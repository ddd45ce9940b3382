/** Payment links for admins: making, following and cancelling them, and payments that come by hand (rules: Money). */
import * as z from 'zod/mini'
import { email } from '../auth/auth.ts'
import { clientParams, day, id, idParam, pageOf, pageQuery, singleLine, timestamp } from '../common.ts'
import { manualPlaces } from '../courses/enrolment.ts'
import { endpoint, perHour } from '../endpoint.ts'

const LINKS = '/api/clients/{clientId}/admin/payment-links/' as const
const adminOnly = { access: 'admin', feature: 'admin_payment' } as const

/** They move forward only; money that comes late still makes an expired or cancelled link paid. */
export const linkStates = ['created', 'part_paid', 'paid', 'expired', 'cancelled'] as const
export type LinkState = (typeof linkStates)[number]
export const linkKinds = ['anyone', 'person'] as const
export const linkEvents = [
  'created',
  'mailed',
  'reminded',
  'opened',
  'started',
  'paid',
  'paid_late',
  'overpaid',
  'noted',
  'approved',
  'refused',
  'return_noted',
  'return_approved',
  'return_refused',
  'refunded',
  'expired',
  'cancelled',
] as const
export type LinkEvent = (typeof linkEvents)[number]
export const noteStates = ['waiting', 'posted', 'refused'] as const
export type NoteState = (typeof noteStates)[number]

export const LINK_TITLE_MAX = 120
export const LINK_DAYS = 7
export const LINK_MONTHS_MAX = 6
export const NOTE_REFERENCE_MAX = 120
export const RETURN_REASON_MAX = 1000

const minor = z.int()
const amount = z.int().check(z.minimum(1), z.maximum(1_000_000_000_000))
const currency = z.string().check(z.regex(/^[A-Z]{3}$/))

const link = z.object({
  id,
  code: z.string(),
  title: z.string(),
  amount_minor: minor,
  currency: z.string(),
  /** The least that the first payment may be; null: only the whole amount. */
  part_minor: z.nullable(minor),
  /** For this person alone; null: for anyone who has the link. */
  email: z.nullable(z.string()),
  state: z.enum(linkStates),
  /** What counts for the link. */
  paid_minor: minor,
  /** What came above the amount: the payer's credit. */
  extra_minor: minor,
  refunded_minor: minor,
  /** Noted by hand, not approved yet. */
  waiting_minor: minor,
  expires_at: timestamp,
  created_at: timestamp,
  created_by: z.string(),
})
export type PaymentLink = z.infer<typeof link>

const filters = {
  /** Title, e-mail or reference of a payment. */
  search: z.optional(z.string().check(z.maxLength(200))),
  state: z.optional(z.enum(linkStates)),
  kind: z.optional(z.enum(linkKinds)),
  currency: z.optional(currency),
  /** Only links with a payment or a return by hand that awaits approval. */
  waiting: z.optional(z.literal('true')),
}

export const listPaymentLinks = endpoint({
  name: 'paymentLinks.list',
  method: 'GET',
  path: LINKS,
  ...adminOnly,
  summary: 'List payment links, newest first',
  params: clientParams,
  query: z.object({ ...pageQuery, ...filters }),
  response: z.extend(pageOf(link), {
    /** Of each state and currency, under all filters but these two. */
    totals: z.array(
      z.object({
        state: z.enum(linkStates),
        currency: z.string(),
        count: z.int(),
        amount_minor: minor,
        paid_minor: minor,
      }),
    ),
    /** How many payments and returns by hand await approval. */
    waiting_count: z.int(),
    /** Payments by hand above it need a second admin. */
    limits: z.array(z.object({ currency: z.string(), amount_minor: minor })),
    /** What a new link starts with. */
    currency: z.string(),
    today: day,
  }),
})
export type PaymentLinkPage = z.infer<(typeof listPaymentLinks)['response']>

const linkParams = z.object({ clientId: idParam, paymentLinkId: idParam })
const byHand = {
  id,
  amount_minor: minor,
  place: z.enum(manualPlaces),
  reference: z.string(),
  state: z.enum(noteStates),
  noted_by: z.string(),
  noted_at: timestamp,
  decided_by: z.nullable(z.string()),
  /** Whether the caller may approve it. */
  can_approve: z.boolean(),
}
const noteReturn = z.object({ ...byHand, reason: z.string(), returned_on: day })
export type PaymentReturn = z.infer<typeof noteReturn>
const note = z.object({
  ...byHand,
  received_on: day,
  /** What can go back. */
  left_minor: minor,
  /** Newest first. */
  returns: z.array(noteReturn),
})
export type PaymentNote = z.infer<typeof note>

const document = z.object({
  link,
  notes: z.array(note),
  /** Oldest first. */
  events: z.array(
    z.object({
      id,
      kind: z.enum(linkEvents),
      at: timestamp,
      by: z.nullable(z.string()),
      amount_minor: z.nullable(minor),
    }),
  ),
})
export type PaymentLinkDocument = z.infer<typeof document>

export const getPaymentLink = endpoint({
  name: 'paymentLinks.get',
  method: 'GET',
  path: `${LINKS}{paymentLinkId}/`,
  ...adminOnly,
  summary: 'Get a payment link with its payments by hand and its log',
  params: linkParams,
  response: document,
})

const draft = {
  title: singleLine(1, LINK_TITLE_MAX),
  amount_minor: amount,
  currency,
  part_minor: z.nullable(amount),
  email: z.nullable(email),
  /** The last day on which people can pay, in the client's time zone. */
  expires_on: day,
  /** A mail before it expires; only to one person. */
  reminds: z.boolean(),
}
export type PaymentLinkDraft = z.infer<z.ZodMiniObject<typeof draft>>

export const createPaymentLink = endpoint({
  name: 'paymentLinks.create',
  method: 'POST',
  path: LINKS,
  ...adminOnly,
  stepUp: true,
  rateLimit: perHour(120),
  idempotency: 'key',
  summary: 'Create a payment link; a link for one person is mailed to them if asked',
  params: clientParams,
  body: z.object({ ...draft, mails: z.boolean(), idempotency_key: z.uuid() }),
  response: document,
  status: 201,
})

export const cancelPaymentLink = endpoint({
  name: 'paymentLinks.cancel',
  method: 'POST',
  path: `${LINKS}{paymentLinkId}/cancel/`,
  ...adminOnly,
  idempotency: 'natural',
  summary: 'Cancel a payment link that is not paid in full; what was paid stays paid',
  params: linkParams,
  body: z.object({}),
  response: document,
  alsoFails: [409],
})

export const mailPaymentLink = endpoint({
  name: 'paymentLinks.mail',
  method: 'POST',
  path: `${LINKS}{paymentLinkId}/mail/`,
  ...adminOnly,
  rateLimit: perHour(60),
  summary:
    'Mail a payment link to its person; 409 for a link that nobody can pay, and after five mails in a day',
  params: linkParams,
  body: z.object({}),
  response: document,
  alsoFails: [409],
})

/* ---- many links from a file ---- */

export const LINK_IMPORT_ROWS_MAX = 500
export const LINK_IMPORT_CHARACTERS_MAX = 200_000
/** `ready`: a dry run would create it. `known`: a file has created it already. */
export const importOutcomes = ['ready', 'created', 'known', 'wrong'] as const
export type ImportOutcome = (typeof importOutcomes)[number]

export const importPaymentLinks = endpoint({
  name: 'paymentLinks.import',
  method: 'POST',
  path: '/api/clients/{clientId}/admin/payment-link-imports/',
  ...adminOnly,
  stepUp: true,
  rateLimit: perHour(60),
  idempotency: 'natural',
  summary:
    'Create payment links from CSV, or try it without creating; a row that was imported creates nothing again',
  params: clientParams,
  body: z.object({
    csv: z.string().check(z.minLength(1), z.maxLength(LINK_IMPORT_CHARACTERS_MAX)),
    dry_run: z.boolean(),
    /** Mails each new link to its person. */
    mails: z.boolean(),
  }),
  response: z.object({
    rows: z.array(
      z.object({
        /** In the file; the first line is 1. */
        line: z.int(),
        title: z.string(),
        amount_minor: z.nullable(minor),
        currency: z.string(),
        email: z.nullable(z.string()),
        outcome: z.enum(importOutcomes),
        /** What is wrong, in the caller's language. */
        problems: z.array(z.string()),
        link_id: z.nullable(id),
      }),
    ),
    /** The wrong rows with what is wrong, to mend and import; null if there are none. */
    errors_csv: z.nullable(z.string()),
  }),
})
export type LinkImport = z.infer<(typeof importPaymentLinks)['response']>

/* ---- payments by hand ---- */

export const notePayment = endpoint({
  name: 'paymentLinks.note',
  method: 'POST',
  path: `${LINKS}{paymentLinkId}/payments/`,
  ...adminOnly,
  stepUp: true,
  rateLimit: perHour(120),
  idempotency: 'natural',
  summary: 'Note a payment in cash or by bank transfer; its reference is unique, so a repeat notes nothing',
  params: linkParams,
  body: z.object({
    amount_minor: amount,
    place: z.enum(manualPlaces),
    reference: singleLine(1, NOTE_REFERENCE_MAX),
    received_on: day,
  }),
  response: document,
  alsoFails: [409],
})

export const decidePayment = endpoint({
  name: 'paymentLinks.decide',
  method: 'POST',
  path: `${LINKS}{paymentLinkId}/payments/{paymentNoteId}/decision/`,
  ...adminOnly,
  stepUp: true,
  idempotency: 'natural',
  summary: 'Approve or refuse a payment that was noted by hand; nobody approves their own',
  params: z.object({ clientId: idParam, paymentLinkId: idParam, paymentNoteId: idParam }),
  body: z.object({ approve: z.boolean() }),
  response: document,
  alsoFails: [409],
})

export const returnPayment = endpoint({
  name: 'paymentLinks.return',
  method: 'POST',
  path: `${LINKS}{paymentLinkId}/payments/{paymentNoteId}/returns/`,
  ...adminOnly,
  stepUp: true,
  rateLimit: perHour(120),
  idempotency: 'natural',
  summary:
    'Record that noted money went back by hand, in full or part; its reference is unique, so a repeat records nothing',
  params: z.object({ clientId: idParam, paymentLinkId: idParam, paymentNoteId: idParam }),
  body: z.object({
    amount_minor: amount,
    place: z.enum(manualPlaces),
    reference: singleLine(1, NOTE_REFERENCE_MAX),
    reason: singleLine(1, RETURN_REASON_MAX),
    returned_on: day,
  }),
  response: document,
  alsoFails: [409],
})

export const decideReturn = endpoint({
  name: 'paymentLinks.decideReturn',
  method: 'POST',
  path: `${LINKS}{paymentLinkId}/returns/{paymentReturnId}/decision/`,
  ...adminOnly,
  stepUp: true,
  idempotency: 'natural',
  summary: 'Approve or refuse a return that was recorded by hand; nobody approves their own',
  params: z.object({ clientId: idParam, paymentLinkId: idParam, paymentReturnId: idParam }),
  body: z.object({ approve: z.boolean() }),
  response: document,
  alsoFails: [409],
})

export const setNoteLimit = endpoint({
  name: 'paymentLinks.setLimit',
  method: 'PUT',
  path: '/api/clients/{clientId}/admin/payment-note-limit/',
  ...adminOnly,
  stepUp: true,
  summary: 'Set above which amount a payment or return by hand needs a second admin; null: none does',
  params: clientParams,
  body: z.object({
    currency,
    amount_minor: z.nullable(z.int().check(z.minimum(0), z.maximum(1_000_000_000_000))),
  }),
  response: z.object({ limits: z.array(z.object({ currency: z.string(), amount_minor: minor })) }),
})
