/** The client's own sender address, and the DNS record that lets it sign its mails (DKIM). */
import * as z from 'zod/mini'
import { email } from '../auth/auth.ts'
import { clientParams, empty, timestamp } from '../common.ts'
import { endpoint, perMinute } from '../endpoint.ts'

const BASE = '/api/clients/{clientId}/admin/settings/mail-sender/'

/** What the last look into DNS found. */
export const senderStates = ['verified', 'missing', 'different', 'no_answer'] as const

const ownSender = z.object({
  address: z.string(),
  domain: z.string(),
  record: z.object({ name: z.string(), type: z.literal('TXT'), value: z.string() }),
  /** When mails began to come from this address, signed; null if they do not yet. */
  verified_at: z.nullable(timestamp),
  checked_at: z.nullable(timestamp),
})
export type OwnSender = z.infer<typeof ownSender>
const sender = z.object({
  /** Null: mails come from the installation's address. */
  own: z.nullable(ownSender),
})

export const getSender = endpoint({
  name: 'clients.mailSender',
  method: 'GET',
  path: BASE,
  access: 'admin',
  feature: null,
  summary: "Get the client's own sender address and its DNS record",
  params: clientParams,
  response: sender,
})

export const setSender = endpoint({
  name: 'clients.setMailSender',
  method: 'PUT',
  path: BASE,
  access: 'admin',
  feature: null,
  stepUp: true,
  rateLimit: perMinute(10),
  summary: 'Choose an own sender address; makes a key pair, which counts once its DNS record is found',
  params: clientParams,
  body: z.object({ address: email }),
  response: sender,
})

export const checkSender = endpoint({
  name: 'clients.checkMailSender',
  method: 'POST',
  path: `${BASE}check/`,
  access: 'admin',
  feature: null,
  rateLimit: perMinute(20),
  idempotency: 'natural',
  summary: 'Look for the DNS record; from then on mails come from the address, signed',
  params: clientParams,
  response: z.object({ ...sender.shape, found: z.enum(senderStates) }),
})

export const removeSender = endpoint({
  name: 'clients.removeMailSender',
  method: 'DELETE',
  path: BASE,
  access: 'admin',
  feature: null,
  stepUp: true,
  summary: "Let mails come from the installation's address again",
  params: clientParams,
  response: empty,
  status: 204,
})
