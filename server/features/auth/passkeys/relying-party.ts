import { isIP } from 'node:net'
import { AppError } from '#server/core/http/errors.ts'
import type { PublicScope } from '#server/core/http/scope.ts'

/**
 * The host name that passkeys belong to. The caller names it, which is safe: a browser signs only for the host name it
 * shows, and a passkey answers only for the one that it was made for.
 */
export const relyingPartyOf = (scope: PublicScope): string => {
  const { origin } = scope.request
  const host = origin !== undefined && URL.canParse(origin) ? new URL(origin).hostname : ''
  if (host === '' || isIP(host.replace(/^\[|\]$/g, '')) !== 0)
    throw new AppError('conflict', 'Passkeys need a host name. They do not work at this address.')
  return host
}

/** The page's origin as the browser signed it, if it belongs to the host name; a port or a proxy does not matter. */
export const signedOrigin = (clientData: { origin?: unknown }, rpId: string): string | null => {
  const { origin } = clientData
  if (typeof origin !== 'string' || !URL.canParse(origin)) return null
  const { hostname, protocol } = new URL(origin)
  const isSecure = protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost')
  return hostname === rpId && isSecure ? origin : null
}

/** What the browser signed, before it is verified. */
export const clientDataOf = (encoded: string): { origin?: unknown; challenge?: unknown } => {
  try {
    const value: unknown = JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8'))
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}
