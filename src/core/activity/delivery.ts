/**
 * Brings finished stretches to the server, each until it is acknowledged, oldest first. A stretch leaves the store only
 * when the server has taken it or said that it never will; a lost answer, a closed tab or a dead network cost nothing.
 */
import { DUPLICATE_WINDOW_MS, PROCESSED_KEPT, RETRIES, RETRY_BASE_MS } from './constants.ts'
import type { DeviceInfo, TrackTimePayload } from './payload.ts'
import { payloadFor } from './payload.ts'
import type { Kept, Notes, SegmentStore } from './store.ts'

/** `later`: network, 401, 429 or 5xx. `never`: the server understood and refused. */
export type Outcome = 'taken' | 'never' | 'later'
export type Send = (payload: TrackTimePayload, urgent: boolean) => Promise<Outcome>

export interface DeliveryParts {
  store: SegmentStore
  notes: Notes
  send: Send
  device: DeviceInfo
  /** The signed-in person; null while nobody is. */
  owner: () => string | null
  wallNow: () => number
  monoNow: () => number
  pageLife: string
  wait: (ms: number) => Promise<void>
  log: (text: string) => void
}

export interface Delivery {
  /** Sends one stretch now; `urgent` when the page may be gone in a moment (one try, no waiting). */
  deliver: (kept: Kept, urgent: boolean) => Promise<void>
  /** Everything of this person that waits. */
  flush: () => Promise<void>
}

interface LastSent {
  sessionId: string
  seconds: number
  segmentId: string
  at: number
}

const processedKey = (kept: Kept, seconds: number) => `${kept.segment.id}:${seconds}`

const readProcessed = (notes: Notes): string[] => {
  const value = notes.read('processed')
  return Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === 'string') : []
}

/**
 * Spec 5 duplicates, read so that no second is lost (trust reading 4): the same stretch is not sent twice; another stretch
 * that merely looks alike (same session, same length, within 30 s) waits in the store and goes with the next flush.
 */
const skips = (parts: DeliveryParts, kept: Kept, seconds: number): 'done' | 'wait' | null => {
  if (readProcessed(parts.notes).includes(processedKey(kept, seconds))) return 'done'
  const last = parts.notes.read('lastSent') as LastSent | null
  if (!last || last.segmentId === kept.segment.id) return null
  const alike = last.sessionId === kept.segment.sessionId && last.seconds === seconds
  return alike && parts.wallNow() - last.at < DUPLICATE_WINDOW_MS ? 'wait' : null
}

export const createDelivery = (parts: DeliveryParts): Delivery => {
  const inFlight = new Set<string>()

  const remember = (kept: Kept, seconds: number) => {
    parts.notes.write(
      'processed',
      [...readProcessed(parts.notes), processedKey(kept, seconds)].slice(-PROCESSED_KEPT),
    )
    const last: LastSent = {
      sessionId: kept.segment.sessionId,
      seconds,
      segmentId: kept.segment.id,
      at: parts.wallNow(),
    }
    parts.notes.write('lastSent', last)
  }

  /** By the monotonic clock in the page that made it, else by the device's clock. */
  const ageOf = (kept: Kept): number =>
    kept.pageLife === parts.pageLife
      ? parts.monoNow() - kept.segment.endedMono
      : parts.wallNow() - (kept.segment.startedAtWall + kept.segment.elapsedMs)

  const once = async (kept: Kept, urgent: boolean): Promise<Outcome> => {
    const payload = payloadFor(kept.segment, parts.device, {
      how: kept.how,
      emergency: kept.emergency,
      ageMs: ageOf(kept),
    })
    const outcome = await parts.send(payload, urgent)
    if (outcome === 'taken') remember(kept, payload.time_spent_seconds)
    if (outcome !== 'later') await parts.store.remove(kept.segment.id)
    parts.log(`${kept.segment.id} ${payload.time_spent_seconds} s: ${outcome}`)
    return outcome
  }

  const withRetries = async (kept: Kept): Promise<void> => {
    for (let attempt = 0; ; attempt += 1) {
      if ((await once(kept, false)) !== 'later' || attempt >= RETRIES) return
      await parts.wait(RETRY_BASE_MS * 2 ** attempt)
      if (parts.owner() !== kept.owner) return
    }
  }

  const deliver = async (kept: Kept, urgent: boolean): Promise<void> => {
    const seconds = Math.round(kept.segment.elapsedMs / 1000)
    // Spec 5: sessions of 0 seconds are not sent.
    if (seconds === 0) return parts.store.remove(kept.segment.id)
    if (parts.owner() !== kept.owner || inFlight.has(kept.segment.id)) return
    const skip = skips(parts, kept, seconds)
    if (skip === 'done') return parts.store.remove(kept.segment.id)
    if (skip === 'wait' && !urgent) return
    inFlight.add(kept.segment.id)
    try {
      await (urgent ? once(kept, true) : withRetries(kept))
    } finally {
      inFlight.delete(kept.segment.id)
    }
  }

  return {
    deliver,
    flush: async () => {
      const owner = parts.owner()
      if (!owner) return
      const waiting = (await parts.store.all(owner)).filter((kept) => kept.phase === 'finished')
      waiting.sort((a, b) => a.segment.startedAtWall - b.segment.startedAtWall)
      for (const kept of waiting) await deliver(kept, false)
    },
  }
}
