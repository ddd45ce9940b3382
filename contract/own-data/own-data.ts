/** A person's own data: a copy of everything, and the deletion of the account (rules: Accounts). */
import * as z from 'zod/mini'
import { clientParams, empty, timestamp } from '../common.ts'
import { endpoint, perDay, perHour } from '../endpoint.ts'

const OWN_DATA = '/accounts/clients/{clientId}/user/own-data/'

/** How long a finished copy can be fetched. */
export const EXPORT_DAYS = 7
/** How long people can change their mind. */
export const DELETION_DAYS = 14

const exportState = z.object({
  state: z.enum(['preparing', 'ready', 'failed']),
  requested_at: timestamp,
  /** Null until it is ready. */
  expires_at: z.nullable(timestamp),
  bytes: z.nullable(z.int()),
})
export const ownDataStatus = z.object({
  /** Null before the first copy and after it expired. */
  export: z.nullable(exportState),
  /** Null unless the account is going to be deleted. */
  deletion: z.nullable(z.object({ requested_at: timestamp, due_at: timestamp })),
})
export type OwnDataStatus = z.infer<typeof ownDataStatus>

export const getOwnData = endpoint({
  name: 'ownData.get',
  method: 'GET',
  path: OWN_DATA,
  access: 'member',
  feature: null,
  hasSecrets: true,
  summary: "Get the state of the caller's data copy and of the account's deletion",
  params: clientParams,
  response: ownDataStatus,
})

export const requestExport = endpoint({
  name: 'ownData.requestExport',
  method: 'POST',
  path: `${OWN_DATA}export/`,
  access: 'member',
  feature: null,
  hasSecrets: true,
  stepUp: true,
  rateLimit: perDay(10),
  idempotency: 'natural',
  summary: "Prepare a copy of the caller's data; a mail says when it is ready. One that is there stays",
  params: clientParams,
  response: ownDataStatus,
  status: 202,
})

export const exportAddress = endpoint({
  name: 'ownData.exportAddress',
  method: 'POST',
  path: `${OWN_DATA}export/address/`,
  access: 'member',
  feature: null,
  hasSecrets: true,
  stepUp: true,
  rateLimit: perHour(30),
  idempotency: 'natural',
  summary: 'Get an address for the finished copy; it works for five minutes',
  params: clientParams,
  response: z.object({ url: z.string(), name: z.string() }),
})

export const requestDeletion = endpoint({
  name: 'ownData.requestDeletion',
  method: 'POST',
  path: `${OWN_DATA}deletion/`,
  access: 'member',
  feature: null,
  hasSecrets: true,
  stepUp: true,
  rateLimit: perDay(10),
  idempotency: 'natural',
  summary: 'Delete the account in 14 days; 409 for the last administrator',
  params: clientParams,
  response: ownDataStatus,
  alsoFails: [409],
})

export const cancelDeletion = endpoint({
  name: 'ownData.cancelDeletion',
  method: 'DELETE',
  path: `${OWN_DATA}deletion/`,
  access: 'member',
  feature: null,
  hasSecrets: true,
  summary: 'Keep the account after all',
  params: clientParams,
  response: empty,
  status: 204,
})
