/**
 * Signed addresses of stored files, and the cookie that says which session asks for one. Players and pictures cannot
 * send a bearer token, so an address alone would work for whoever holds it: the signature binds it to a session, and
 * only that session's browser has the cookie (docs/decisions/server/serve-stored-files-to-their-sessions.md).
 */
import { createHmac, timingSafeEqual } from 'node:crypto'

export interface FileSession {
  readonly clientId: number
  readonly userId: number
  readonly sessionId: string
}

export interface SignedAddresses {
  /** The signed address of a stored file of this client; every other address as it is. */
  readonly address: (url: string) => string
  /** The same for the pictures in sanitized HTML. */
  readonly html: (html: string) => string
}

export interface FileAccess {
  /** Addresses that only this session can use, until six to twelve hours from now. */
  readonly addressesFor: (session: Omit<FileSession, 'userId'>, now: Date) => SignedAddresses
  readonly isValid: (
    signed: Omit<FileSession, 'userId'> & { name: string; ticket: string },
    now: Date,
  ) => boolean
  readonly cookieFor: (session: FileSession) => { name: string; value: string; path: string }
  /** The session that the cookie names, which may have ended; null for a missing or forged cookie. */
  readonly readCookie: (
    clientId: number,
    cookies: Readonly<Record<string, string | undefined>>,
  ) => FileSession | null
}

const HOUR_MS = 3_600_000
/** Addresses stay the same within a period, so that browsers can use their cache. */
const PERIOD_HOURS = 6
/** 132 bits: short addresses, and still nobody guesses one. */
const SIGNATURE_CHARS = 22

const STORED_NAME = '[a-z0-9][a-z0-9_-]{0,99}\\.[a-f0-9]{20}\\.[a-z0-9]{2,4}'
const STORED_PATH = new RegExp(`^/files/(\\d{1,10})/(${STORED_NAME})$`)
/** Ends at the next tag: a text of many open tags must not take the square of its length. */
const PICTURE = new RegExp(`(<img [^<>]*?\\bsrc=")(/files/\\d{1,10}/${STORED_NAME})"`, 'g')
const TICKET = /^([0-9a-z]{1,8})\.([\w-]+)$/
const COOKIE = /^(\d{1,10})\.([\w-]{1,64})\.([\w-]+)$/

const isEqual = (a: string, b: string): boolean => {
  const [first, second] = [Buffer.from(a), Buffer.from(b)]
  return first.length === second.length && timingSafeEqual(first, second)
}

export const createFileAccess = (key: Buffer): FileAccess => {
  const signatureOf = (...parts: readonly (string | number)[]) =>
    createHmac('sha256', key).update(parts.join('/')).digest('base64url').slice(0, SIGNATURE_CHARS)
  const cookieName = (clientId: number) => `files_${clientId}`
  const cookieSignature = ({ clientId, userId, sessionId }: FileSession) =>
    signatureOf('cookie', clientId, userId, sessionId)

  return {
    addressesFor: ({ clientId, sessionId }, now) => {
      const period = Math.floor(now.getTime() / HOUR_MS / PERIOD_HOURS)
      const until = ((period + 2) * PERIOD_HOURS).toString(36)
      const address = (url: string): string => {
        const [, owner, name] = STORED_PATH.exec(url) ?? []
        if (name === undefined || Number(owner) !== clientId) return url
        return `/files/${clientId}/signed/${until}.${signatureOf('file', clientId, sessionId, until, name)}/${name}`
      }
      return {
        address,
        html: (html) =>
          html.replace(PICTURE, (_picture, start: string, url: string) => `${start}${address(url)}"`),
      }
    },
    isValid: ({ clientId, sessionId, name, ticket }, now) => {
      const [, until, signature] = TICKET.exec(ticket) ?? []
      return (
        until !== undefined &&
        signature !== undefined &&
        isEqual(signature, signatureOf('file', clientId, sessionId, until, name)) &&
        Number.parseInt(until, 36) * HOUR_MS > now.getTime()
      )
    },
    cookieFor: (session) => ({
      name: cookieName(session.clientId),
      value: `${session.userId}.${session.sessionId}.${cookieSignature(session)}`,
      path: `/files/${session.clientId}/`,
    }),
    readCookie: (clientId, cookies) => {
      const [, userId, sessionId, signature] = COOKIE.exec(cookies[cookieName(clientId)] ?? '') ?? []
      if (userId === undefined || sessionId === undefined || signature === undefined) return null
      const session = { clientId, userId: Number(userId), sessionId }
      return isEqual(signature, cookieSignature(session)) ? session : null
    },
  }
}
