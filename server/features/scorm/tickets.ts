/**
 * An opaque frame sends no credentials, so a package file's address carries a signed ticket: which package, of which
 * item, for which person's session, until when.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { ScormLaunch } from '#contract/scorm/scorm.ts'

export interface Ticket {
  userId: number
  /** The address stops working when this session ends. */
  sessionId: string
  /** 0 for a draft that its author previews. */
  itemId: number
  version: ScormLaunch['version']
  /** File name of the stored package. */
  file: string
}

const HOUR_MS = 3_600_000
/** A lesson may load its last page hours after its first. */
const VALID_HOURS = 6

export const createTickets = (key: Buffer) => {
  const signatureOf = (clientId: number, text: string) =>
    createHmac('sha256', key).update(`${clientId}.${text}`).digest('base64url')
  return {
    /** The same ticket within an hour, so that the browser can use its cache. */
    write: (clientId: number, { userId, sessionId, itemId, version, file }: Ticket, now: Date): string => {
      const until = Math.ceil(now.getTime() / HOUR_MS) + VALID_HOURS
      const text = Buffer.from(
        `${userId}.${sessionId}.${itemId}.${until}.${version === '1.2' ? 1 : 2}.${file}`,
      )
      const payload = text.toString('base64url')
      return `${payload}.${signatureOf(clientId, payload)}`
    },
    /** Null for a ticket that is forged, expired or another tenant's. */
    read: (clientId: number, ticket: string, now: Date): Ticket | null => {
      const [payload = '', signature = ''] = ticket.split('.')
      const [expectedBytes, signatureBytes] = [
        Buffer.from(signatureOf(clientId, payload)),
        Buffer.from(signature),
      ]
      if (expectedBytes.length !== signatureBytes.length || !timingSafeEqual(expectedBytes, signatureBytes))
        return null
      const match = /^(\d+)\.([\w-]+)\.(\d+)\.(\d+)\.([12])\.(.+)$/.exec(
        Buffer.from(payload, 'base64url').toString(),
      )
      if (!match || Number(match[4]) * HOUR_MS <= now.getTime()) return null
      return {
        userId: Number(match[1]),
        sessionId: match[2] ?? '',
        itemId: Number(match[3]),
        version: match[5] === '1' ? '1.2' : '2004',
        file: match[6] ?? '',
      }
    },
  }
}
export type Tickets = ReturnType<typeof createTickets>
