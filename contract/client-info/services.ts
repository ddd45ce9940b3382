/** Services that the installation provides for all clients, and a try of each (rules: Running it). */
import * as z from 'zod/mini'
import { clientParams } from '../common.ts'
import { endpoint, perHour } from '../endpoint.ts'

const BASE = '/api/clients/{clientId}/admin/settings/services/' as const

export const getServices = endpoint({
  name: 'clients.services',
  method: 'GET',
  path: BASE,
  access: 'admin',
  feature: null,
  summary: 'Get how text messages go out and where files are stored',
  params: clientParams,
  response: z.object({
    sms: z.object({
      /** False: text messages stay in the outbox, and nobody gets them. */
      is_set_up: z.boolean(),
      /** As whom they come; null: the gateway decides. */
      from: z.nullable(z.string()),
    }),
    /** A bucket of an S3-compatible store, or the server's own disk. */
    storage: z.object({ kind: z.enum(['bucket', 'folder']) }),
  }),
})

/** `refused`: the gateway answered with an error status. */
const smsFailures = ['not_set_up', 'refused', 'no_answer'] as const

export const testSms = endpoint({
  name: 'clients.testSms',
  method: 'POST',
  path: `${BASE}sms/test/`,
  access: 'admin',
  feature: null,
  rateLimit: perHour(10),
  summary: "Send a text message to a phone in the caller's language and tell what the gateway said",
  params: clientParams,
  body: z.object({ phone_number: z.string().check(z.regex(/^\+?[0-9][0-9 ()-]{5,19}$/)) }),
  response: z.object({
    failure: z.nullable(z.enum(smsFailures)),
    /** Of the gateway's answer. */
    status: z.nullable(z.int()),
  }),
})

/** The step that failed. */
const storageFailures = ['write', 'read', 'other_content', 'remove'] as const
export type StorageFailure = (typeof storageFailures)[number]

export const testStorage = endpoint({
  name: 'clients.testStorage',
  method: 'POST',
  path: `${BASE}storage/test/`,
  access: 'admin',
  feature: null,
  idempotency: 'natural',
  rateLimit: perHour(30),
  summary: 'Store a small file, read it back and remove it',
  params: clientParams,
  response: z.object({
    failure: z.nullable(z.enum(storageFailures)),
    /** How long it took. */
    milliseconds: z.int(),
  }),
})
