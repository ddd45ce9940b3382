/** API tokens (ST7): how other systems of a client call the API. Admins create and revoke them. */
import * as z from 'zod/mini'
import { clientParams, id, idParam, singleLine, timestamp } from '../common.ts'
import { endpoint, perHour } from '../endpoint.ts'
import { apiScopes } from './scopes.ts'

const BASE = '/api/clients/{clientId}/admin/api-tokens/' as const
const adminOnly = { access: 'admin', feature: null } as const

export const TOKEN_NAME_MAX = 80
export const TOKEN_DAYS_MAX = 365
/** Tokens that work at the same time. */
export const TOKENS_MAX = 50

const token = z.object({
  id: z.uuid(),
  name: z.string(),
  /** How the token begins: enough to recognise it, not enough to use it. */
  prefix: z.string(),
  scopes: z.array(z.enum(apiScopes)),
  made_at: timestamp,
  /** Null once the account is gone. */
  made_by: z.nullable(z.object({ id, name: z.string() })),
  expires_at: timestamp,
  /** To the minute; null before the first call. */
  last_used_at: z.nullable(timestamp),
  revoked_at: z.nullable(timestamp),
  /** `person`: an admin did. `maker`: who made it administers no more. */
  revoked_for: z.nullable(z.enum(['person', 'maker'])),
  state: z.enum(['active', 'expired', 'revoked']),
})
export type ApiToken = z.infer<typeof token>

export const listApiTokens = endpoint({
  name: 'apiAccess.tokens',
  method: 'GET',
  path: BASE,
  ...adminOnly,
  summary: 'List API tokens, the newest first; ended ones stay for 90 days',
  params: clientParams,
  response: z.object({ results: z.array(token) }),
})

export const createApiToken = endpoint({
  name: 'apiAccess.createToken',
  method: 'POST',
  path: BASE,
  ...adminOnly,
  stepUp: true,
  hasSecrets: true,
  rateLimit: perHour(30),
  idempotency: 'natural',
  summary: 'Create an API token. The answer is the only one that holds it; a repeat with the same id is 409',
  params: clientParams,
  body: z.object({
    /** Chosen by the caller: a repeat does not make a second token. */
    id: z.uuid(),
    name: singleLine(1, TOKEN_NAME_MAX),
    scopes: z.array(z.enum(apiScopes)).check(z.minLength(1), z.maxLength(apiScopes.length)),
    days: z.int().check(z.minimum(1), z.maximum(TOKEN_DAYS_MAX)),
  }),
  response: z.object({ token, secret: z.string() }),
  status: 201,
  alsoFails: [409],
})

export const revokeApiToken = endpoint({
  name: 'apiAccess.revokeToken',
  method: 'DELETE',
  path: `${BASE}{tokenId}/`,
  ...adminOnly,
  summary: 'Revoke an API token at once; safe to repeat',
  params: z.object({ clientId: idParam, tokenId: z.uuid() }),
  response: token,
})
