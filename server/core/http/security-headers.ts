/** The headers of trust 8.4, on every answer. No inline script exists, so no nonce is needed. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { CSP_REPORT_PATH } from './csp-reports.ts'

export interface HeaderOptions {
  /** True when people reach the product by https only. */
  readonly https: boolean
}

const GOOGLE = 'https://accounts.google.com'

/** Policy of pages and of everything they run (a worker is bound by the policy of its own script's answer). */
export const pagePolicy = (options: {
  https: boolean
  google: boolean
  /** Origins whose video streams are played piece by piece. */
  streams?: readonly string[]
  /** Where packages play (features/scorm): an opaque frame of our own, or origins that are theirs alone. */
  packages?: readonly string[]
  /** Hashes of the styles in the page itself, as `sha256-…`. */
  styles?: readonly string[]
}): string => {
  const streams = options.streams ?? []
  const google = (path = '') => (options.google ? ` ${GOOGLE}${path}` : '')
  return [
    "default-src 'none'",
    `script-src 'self'${google('/gsi/client')}`,
    `style-src 'self'${(options.styles ?? []).map((hash) => ` '${hash}'`).join('')}${google('/gsi/style')}`,
    `img-src 'self' data: blob:${options.google ? ' https://*.googleusercontent.com' : ''}`,
    "font-src 'self'",
    // Pieces of a stream reach the player as a blob.
    `media-src 'self' https:${streams.length > 0 ? ' blob:' : ''}`,
    `connect-src 'self'${google('/gsi/')}${streams.map((origin) => ` ${origin}`).join('')}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    `frame-src 'self'${google('/gsi/')}${(options.packages ?? []).map((origin) => ` ${origin}`).join('')}`,
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types lms dompurify',
    ...(options.https ? ['upgrade-insecure-requests'] : []),
    `report-uri ${CSP_REPORT_PATH}`,
  ].join('; ')
}

/** Policy of answers that are data: nothing may run, load or frame. */
export const DATA_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/**
 * Policy of the workers in which learners' code runs: WebAssembly and nothing else. No network at all, no further
 * scripts, no workers of their own; their page hands over what they need.
 */
export const RUNTIME_POLICY =
  "default-src 'none'; script-src 'wasm-unsafe-eval'; connect-src 'none'; worker-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const FIXED: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), payment=()',
}

/** Headers of an answer that Fastify never saw (a request too broken to parse). */
export const rawHeaders = (options: HeaderOptions): Record<string, string> => ({
  ...FIXED,
  'content-security-policy': DATA_POLICY,
  'cache-control': 'no-store',
  ...(options.https ? { 'strict-transport-security': HSTS } : {}),
})

const HSTS = 'max-age=63072000; includeSubDomains'

/** Sets them before anything else runs; pages and assets put their own policy and caching in their place. */
export const setSecurityHeaders = (
  options: HeaderOptions,
): ((request: FastifyRequest, reply: FastifyReply) => void) => {
  // Made once: this runs on every request.
  const overHttp = rawHeaders({ https: options.https })
  const overHttps = rawHeaders({ https: true })
  return (request, reply) => {
    void reply.headers(request.protocol === 'https' ? overHttps : overHttp)
  }
}
