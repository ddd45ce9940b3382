/**
 * Sends finished intervals to the server, each until it is acknowledged, oldest first. An interval leaves the store only
 * when the server confirmed it or refused it for good; a lost answer, a closed tab or a dead network cost nothing.
 */
import { backoff } from '#src/shared/lib/backoff.ts'
import { DUPLICATE_WINDOW_MS, PROCESSED_KEPT, RETRIES, RETRY_BASE_MS } from './constants.ts'
import type { DeviceInfo, TrackTimePayload } from './payload.ts'
import { payloadFor } from './payload.ts'
import type { IntervalStore, Notes, StoredInterval } from './store.ts'

/** `later`: network, 401, 429 or 5xx. `never`: the server understood and refused. */
export type Outcome = 'accepted' | 'never' | 'later'
export type Send = (payload: TrackTimePayload, urgent: boolean) => Promise<Outcome>

export interface DeliveryParts {
  store: IntervalStore
  notes: Notes
  send: Send
  device: DeviceInfo
  /** The signed-in person, or null. */
  owner: () => string | null
  wallNow: () => number
  monoNow: () => number
  pageLife: string
  wait: (ms: number) => Promise<void>
  log: (text: string) => void
}

export interface Delivery {
  /** Sends one interval now; `urgent` when the page may be gone in a moment (one try, no waiting). */
  deliver: (interval: StoredInterval, urgent: boolean) => Promise<void>
  /** Everything of this person that waits. */
  flush: () => Promise<void>
}

interface LastSent {
  sessionId: string
  seconds: number
  segmentId: string
  at: number
}

const retryAfterMs = backoff(RETRY_BASE_MS, Number.POSITIVE_INFINITY)
const secondsOf = ({ segment }: StoredInterval) => Math.round(segment.elapsedMs / 1000)
const processedKey = ({ segment }: StoredInterval, seconds: number) => `${segment.id}:${seconds}`

const readProcessed = (notes: Notes): string[] => {
  const value = notes.read('processed')
  return Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === 'string') : []
}

const remember = ({ notes, wallNow }: DeliveryParts, interval: StoredInterval, seconds: number) => {
  const processed = [...readProcessed(notes), processedKey(interval, seconds)]
  notes.write('processed', processed.slice(-PROCESSED_KEPT))
  const { sessionId, id: segmentId } = interval.segment
  notes.write('lastSent', { sessionId, seconds, segmentId, at: wallNow() } satisfies LastSent)
}

/**
 * Spec 5 duplicates, read so that no second is lost (trust reading 4): the same interval is not sent twice; another one
 * that merely looks alike (same session, same length, within 30 s) waits in the store and goes with the next flush.
 */
const duplicateOf = (parts: DeliveryParts, interval: StoredInterval): 'sent' | 'alike' | null => {
  const seconds = secondsOf(interval)
  const { segment } = interval
  if (readProcessed(parts.notes).includes(processedKey(interval, seconds))) return 'sent'
  const last = parts.notes.read('lastSent') as LastSent | null
  if (!last || last.segmentId === segment.id) return null
  const isAlike = last.sessionId === segment.sessionId && last.seconds === seconds
  return isAlike && parts.wallNow() - last.at < DUPLICATE_WINDOW_MS ? 'alike' : null
}

/** By the monotonic clock in the page that made it, else by the device's clock. */
const ageOf = (parts: DeliveryParts, { pageLife, segment }: StoredInterval): number =>
  pageLife === parts.pageLife
    ? parts.monoNow() - segment.endedMono
    : parts.wallNow() - (segment.startedAtWall + segment.elapsedMs)

const sendOnce = async (
  parts: DeliveryParts,
  interval: StoredInterval,
  urgent: boolean,
): Promise<Outcome> => {
  const { segment, how, emergency } = interval
  const payload = payloadFor(segment, parts.device, { how, emergency, ageMs: ageOf(parts, interval) })
  const outcome = await parts.send(payload, urgent)
  if (outcome === 'accepted') remember(parts, interval, payload.time_spent_seconds)
  if (outcome !== 'later') await parts.store.remove(interval)
  parts.log(`${segment.id} ${payload.time_spent_seconds} s: ${outcome}`)
  return outcome
}

const sendWithRetries = async (parts: DeliveryParts, interval: StoredInterval): Promise<void> => {
  for (let attempt = 0; ; attempt += 1) {
    if ((await sendOnce(parts, interval, false)) !== 'later' || attempt >= RETRIES) return
    await parts.wait(retryAfterMs(attempt + 1))
    if (parts.owner() !== interval.owner) return
  }
}

export const createDelivery = (parts: DeliveryParts): Delivery => {
  const inFlight = new Set<string>()

  const deliver = async (interval: StoredInterval, urgent: boolean): Promise<void> => {
    const { id } = interval.segment
    // Spec 5: sessions of 0 seconds are not sent.
    if (secondsOf(interval) === 0) return parts.store.remove(interval)
    if (parts.owner() !== interval.owner || inFlight.has(id)) return
    const duplicate = duplicateOf(parts, interval)
    if (duplicate === 'sent') return parts.store.remove(interval)
    if (duplicate === 'alike' && !urgent) return
    inFlight.add(id)
    try {
      await (urgent ? sendOnce(parts, interval, true) : sendWithRetries(parts, interval))
    } finally {
      inFlight.delete(id)
    }
  }

  return {
    deliver,
    flush: async () => {
      const owner = parts.owner()
      if (!owner) return
      const waiting = (await parts.store.all(owner)).filter(({ phase }) => phase === 'finished')
      waiting.sort((a, b) => a.segment.startedAtWall - b.segment.startedAtWall)
      for (const interval of waiting) await deliver(interval, false)
    },
  }
}
