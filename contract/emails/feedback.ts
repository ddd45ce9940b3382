/** What the mail provider reports, what is counted, and the addresses that get no campaign any more. */
import * as z from 'zod/mini'
import { clientParams, empty, pageOf, pageQuery, timestamp } from '../common.ts'
import { endpoint, perMinute } from '../endpoint.ts'

const BASE = '/api/clients/{clientId}/admin/email-feedback/'
const onPage = { feature: 'admin_emails' } as const

const mailFeedback = z.object({
  track_opens: z.boolean(),
  /** Where the mail provider reports bounces and complaints, with its key. */
  events_path: z.string(),
  /** The same as a whole address; null if the installation has no public address. */
  events_url: z.nullable(z.string()),
  last_event_at: z.nullable(timestamp),
})
export type MailFeedback = z.infer<typeof mailFeedback>

export const getMailFeedback = endpoint({
  name: 'emails.feedback',
  method: 'GET',
  path: BASE,
  access: 'admin',
  ...onPage,
  hasSecrets: true,
  summary: 'Get what is counted of mails, and the address for reports of the mail provider',
  params: clientParams,
  response: mailFeedback,
})

export const setOpenTracking = endpoint({
  name: 'emails.setOpenTracking',
  method: 'PUT',
  path: `${BASE}opens/`,
  access: 'admin',
  ...onPage,
  hasSecrets: true,
  summary: 'Switch the counting of opened mails on or off',
  params: clientParams,
  body: z.object({ track_opens: z.boolean() }),
  response: mailFeedback,
})

export const renewEventsKey = endpoint({
  name: 'emails.renewEventsKey',
  method: 'POST',
  path: `${BASE}key/`,
  access: 'admin',
  ...onPage,
  stepUp: true,
  hasSecrets: true,
  rateLimit: perMinute(10),
  summary: 'Make a new key for the reports of the mail provider; the one before stops working',
  params: clientParams,
  response: mailFeedback,
})

export const suppressionReasons = ['unsubscribed', 'bounced', 'complained'] as const
export type SuppressionReason = (typeof suppressionReasons)[number]

const SUPPRESSED = '/api/clients/{clientId}/admin/email-suppressions/'

export const listSuppressed = endpoint({
  name: 'emails.suppressed',
  method: 'GET',
  path: SUPPRESSED,
  access: 'admin',
  ...onPage,
  summary: 'List the addresses that get no campaign, the newest first',
  params: clientParams,
  query: z.object({
    ...pageQuery,
    /** A part of the address. */
    search: z.optional(z.string().check(z.maxLength(200))),
    reason: z.optional(z.enum(suppressionReasons)),
  }),
  response: pageOf(
    z.object({
      email: z.string(),
      reason: z.enum(suppressionReasons),
      since: timestamp,
      /** What the mail provider said. */
      detail: z.nullable(z.string()),
    }),
  ),
})

export const allowAgain = endpoint({
  name: 'emails.allowAgain',
  method: 'POST',
  path: `${SUPPRESSED}allowed/`,
  access: 'admin',
  ...onPage,
  rateLimit: perMinute(60),
  idempotency: 'natural',
  summary: 'Mail an address again whose mail came back; who unsubscribed or complained stays left out',
  params: clientParams,
  body: z.object({ email: z.string().check(z.maxLength(254)) }),
  response: empty,
  status: 204,
  alsoFails: [409],
})
