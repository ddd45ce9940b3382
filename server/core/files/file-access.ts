/**
 * Signed addresses of stored files, and the cookie that says which session asks for one. Players and pictures cannot
 * send a bearer token, so an address alone would work for whoever holds it: the signature binds it to a session, and
 * only that session's browser has the cookie (docs/decisions/server/serve-stored-files-to-their-sessions.md).
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { PARENT_LETTERS, type FileParent, type ParentKind } from './file-parent.ts'

export interface FileSession {
  readonly clientId: number
  readonly userId: number
  readonly sessionId: string
}

export interface SignedAddresses {
  /** The signed address of a stored file of this client; every other address as it is. */
  readonly address: (url: string, parent: FileParent) => string
  /** The same for the pictures in sanitized HTML. */
  readonly html: (html: string, parent: FileParent) => string
}

export interface FileAccess {
  /** Addresses that only this session can use, until six to twelve hours from now. */
  readonly addressesFor: (session: Omit<FileSession, 'userId'>, now: Date) => SignedAddresses
  /** What the file belongs to; the caller checks the right to it. Null for an expired or forged address. */
  readonly readTicket: (
    signed: Omit<FileSession, 'userId'> & { name: string; ticket: string },
    now: Date,
  ) => FileParent | null
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
/** Hour, parent and signature, as in `aobz.i1k-…`; a person's own file has no parent. */
const TICKET = /^([0-9a-z]{1,8})\.(?:([a-z][0-9a-z]{1,7})-)?([\w-]{22})$/
const COOKIE = /^(\d{1,10})\.([\w-]{1,64})\.([\w-]+)$/

const isEqual = (a: string, b: string): boolean => {
  const [first, second] = [Buffer.from(a), Buffer.from(b)]
  return first.length === second.length && timingSafeEqual(first, second)
}

const KINDS = new Map(Object.entries(PARENT_LETTERS).map(([kind, letter]) => [letter, kind as ParentKind]))

const parentText = (parent: FileParent): string =>
  parent === 'own' ? '' : PARENT_LETTERS[parent.kind] + parent.id.toString(36)

const parentIn = (text: string): FileParent | null => {
  if (text === '') return 'own'
  const kind = KINDS.get(text.slice(0, 1) as (typeof PARENT_LETTERS)[ParentKind])
  return kind ? { kind, id: Number.parseInt(text.slice(1), 36) } : null
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
      const address = (url: string, parent: FileParent): string => {
        const [, owner, name] = STORED_PATH.exec(url) ?? []
        if (name === undefined || Number(owner) !== clientId) return url
        const part = parentText(parent)
        const signature = signatureOf('file', clientId, sessionId, until, part, name)
        return `/files/${clientId}/signed/${until}.${part && `${part}-`}${signature}/${name}`
      }
      return {
        address,
        html: (html, parent) =>
          html.replace(PICTURE, (_picture, start: string, url: string) => `${start}${address(url, parent)}"`),
      }
    },
    readTicket: ({ clientId, sessionId, name, ticket }, now) => {
      const [, until, part = '', signature] = TICKET.exec(ticket) ?? []
      if (until === undefined || signature === undefined) return null
      if (!isEqual(signature, signatureOf('file', clientId, sessionId, until, part, name))) return null
      return Number.parseInt(until, 36) * HOUR_MS > now.getTime() ? parentIn(part) : null
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
