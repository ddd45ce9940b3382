import '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { HOST_COOKIE_PREFIX, LANGUAGE_COOKIE } from '#contract/cookies.ts'

export interface Cookie {
  /** Over https it gets the prefix `__Host-`, and the path `/`. */
  name: string
  value: string
  path: string
  /** Without it the cookie ends with the browser session. */
  maxAgeSeconds?: number
  httpOnly: boolean
  /** Strict unless links from elsewhere must carry the cookie. */
  sameSite?: 'lax'
}

const isHttps = (request: FastifyRequest) => request.protocol === 'https'

/** Over https, only cookies with the prefix: no other host and no page on plain http can set those. */
export const ownCookies = (request: FastifyRequest): Readonly<Record<string, string | undefined>> => {
  const cookies = request.cookies ?? {}
  if (!isHttps(request)) return cookies
  const own = Object.entries(cookies).filter(([name]) => name.startsWith(HOST_COOKIE_PREFIX))
  return Object.fromEntries(own.map(([name, value]) => [name.slice(HOST_COOKIE_PREFIX.length), value]))
}

export const setCookie = (reply: FastifyReply, cookie: Cookie): void => {
  const secure = isHttps(reply.request)
  void reply.setCookie(secure ? HOST_COOKIE_PREFIX + cookie.name : cookie.name, cookie.value, {
    // The prefix asks for it.
    path: secure ? '/' : cookie.path,
    ...(cookie.maxAgeSeconds !== undefined && { maxAge: cookie.maxAgeSeconds }),
    httpOnly: cookie.httpOnly,
    sameSite: cookie.sameSite ?? 'strict',
    secure,
  })
}

/**
 * The language that a person chose, which the page stores. Both names count whatever the protocol: the server may not
 * know that its proxy speaks https, and the specification names the cookie without the prefix (spec 1).
 */
export const languageCookie = ({ cookies }: FastifyRequest): string | undefined =>
  cookies[HOST_COOKIE_PREFIX + LANGUAGE_COOKIE] ?? cookies[LANGUAGE_COOKIE]
