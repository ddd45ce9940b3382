/**
 * An opaque frame sends no credentials, so the address of a package's file says itself who may see it: which package,
 * of which item, for whom, until when, under a seal.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { ScormLaunch } from '#contract/scorm/scorm.ts'

export interface Ticket {
  userId: number
  /** 0 for a draft that its author looks at. */
  itemId: number
  version: ScormLaunch['version']
  /** Name of the stored package. */
  file: string
}

const HOUR_MS = 3_600_000
/** A lesson may fetch its last page hours after its first. */
const GOOD_FOR_HOURS = 6

export const createTickets = (key: Buffer) => {
  const sealOf = (clientId: number, text: string) =>
    createHmac('sha256', key).update(`${clientId}.${text}`).digest('base64url')
  return {
    /** The same for everybody's same hour, so that a browser keeps what it fetched. */
    write: (clientId: number, { userId, itemId, version, file }: Ticket, now: Date): string => {
      const until = Math.ceil(now.getTime() / HOUR_MS) + GOOD_FOR_HOURS
      const text = Buffer.from(`${userId}.${itemId}.${until}.${version === '1.2' ? 1 : 2}.${file}`)
      const plain = text.toString('base64url')
      return `${plain}.${sealOf(clientId, plain)}`
    },
    /** Null for one that is not ours, of another tenant, or over. */
    read: (clientId: number, written: string, now: Date): Ticket | null => {
      const [plain = '', given = ''] = written.split('.')
      const [wanted, got] = [Buffer.from(sealOf(clientId, plain)), Buffer.from(given)]
      if (wanted.length !== got.length || !timingSafeEqual(wanted, got)) return null
      const match = /^(\d+)\.(\d+)\.(\d+)\.([12])\.(.+)$/.exec(Buffer.from(plain, 'base64url').toString())
      if (!match || Number(match[3]) * HOUR_MS <= now.getTime()) return null
      return {
        userId: Number(match[1]),
        itemId: Number(match[2]),
        version: match[4] === '1' ? '1.2' : '2004',
        file: match[5] ?? '',
      }
    },
  }
}
export type Tickets = ReturnType<typeof createTickets>
