import { randomBytes } from 'node:crypto'
import type { Cookie } from '#server/core/http/cookies.ts'
import type { PublicScope } from '#server/core/http/scope.ts'
import { sha256 } from './crypto.ts'

/** A random token in an httpOnly cookie. It grants no access: it only recognises a browser. */
export interface BrowserToken {
  readonly hash: Buffer
  readonly cookie: Cookie
}

const TOKEN_PATTERN = /^[\w-]{43}$/

/** A cookie of this name for each tenant, sent on the paths of accounts only. */
export const browserCookie = (name: string, ttlMs: number) => {
  const nameFor = (clientId: number) => `${name}_${clientId}`
  const tokenFrom = (clientId: number, value: string): BrowserToken => ({
    hash: sha256(value),
    cookie: {
      name: nameFor(clientId),
      value,
      path: '/accounts/',
      maxAgeSeconds: ttlMs / 1000,
      httpOnly: true,
    },
  })
  return {
    read: (scope: PublicScope): BrowserToken | null => {
      const { clientId } = scope.tenant
      const value = scope.request.cookies[nameFor(clientId)]
      return value !== undefined && TOKEN_PATTERN.test(value) ? tokenFrom(clientId, value) : null
    },
    create: (scope: PublicScope): BrowserToken =>
      tokenFrom(scope.tenant.clientId, randomBytes(32).toString('base64url')),
  }
}
