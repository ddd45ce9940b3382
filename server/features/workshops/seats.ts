/** Seats, offers and the waiting list of a workshop. Pure: takes rows and a time, returns decisions. */
import type { RegistrationStatus, WorkshopDecision, WorkshopState } from '#contract/workshops/shapes.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** Time to confirm an address, and to take an offered seat. */
export const CONFIRM_MS = 24 * HOUR_MS
const OFFER_MAX_MS = 24 * HOUR_MS
const OFFER_MIN_MS = 15 * MINUTE_MS

export interface WorkshopTimes {
  readonly starts_at: Date
  readonly minutes: number
  readonly state: WorkshopDecision
}

export const endOf = ({ starts_at: start, minutes }: Pick<WorkshopTimes, 'starts_at' | 'minutes'>): Date =>
  new Date(start.getTime() + minutes * MINUTE_MS)

/** A cancelled workshop stays cancelled, and a draft nobody saw is never past. */
export const stateOf = (workshop: WorkshopTimes, now: Date): WorkshopState =>
  (workshop.state === 'open' || workshop.state === 'closed') && now >= endOf(workshop)
    ? 'past'
    : workshop.state

/** Until its start, while it is open. */
export const takesRegistrations = (workshop: WorkshopTimes, now: Date): boolean =>
  workshop.state === 'open' && now < workshop.starts_at

/** The waiting list moves on after the registration closes too, because people still cancel. */
const offersSeats = (workshop: WorkshopTimes, now: Date): boolean =>
  (workshop.state === 'open' || workshop.state === 'closed') && now < workshop.starts_at

/**
 * When an offer made now expires: at most a day, and a quarter of the time that is left, so that the next person has a
 * chance too. Never after the start.
 */
export const offerUntil = (startsAt: Date, now: Date): Date => {
  const left = startsAt.getTime() - now.getTime()
  const time = Math.min(OFFER_MAX_MS, Math.max(OFFER_MIN_MS, left / 4))
  return new Date(now.getTime() + Math.min(time, left))
}

export const confirmUntil = (startsAt: Date, now: Date): Date =>
  new Date(Math.min(now.getTime() + CONFIRM_MS, startsAt.getTime()))

/** A registration whose seat is not certain: it expires, or waits for one. */
export interface OpenRegistration {
  readonly id: number
  readonly status: Extract<RegistrationStatus, 'registered' | 'offered' | 'waiting'>
  readonly until: Date | null
  readonly queued_at: Date
}

export interface Settlement {
  /** Their time is over: they lose their seat or offer. */
  readonly expired: readonly number[]
  /** From the head of the waiting list, to be offered a seat now. */
  readonly offered: readonly number[]
  /** Seats that are still free for new people; infinite without a limit. */
  readonly left: number
}

const isOver = ({ until }: OpenRegistration, now: Date) => until !== null && until <= now

/** `taken`: seats of people who are confirmed, attended or did not come. */
export const settle = (
  workshop: WorkshopTimes & { readonly capacity: number | null },
  taken: number,
  open: readonly OpenRegistration[],
  now: Date,
): Settlement => {
  const expired = open.filter((row) => isOver(row, now))
  const held = open.filter((row) => row.status !== 'waiting' && !isOver(row, now)).length
  const free = workshop.capacity === null ? Infinity : Math.max(0, workshop.capacity - taken - held)
  const waiting = open
    .filter(({ status }) => status === 'waiting')
    .toSorted((a, b) => a.queued_at.getTime() - b.queued_at.getTime() || a.id - b.id)
  const offered = offersSeats(workshop, now) ? waiting.slice(0, Math.min(free, waiting.length)) : []
  return {
    expired: expired.map(({ id }) => id),
    offered: offered.map(({ id }) => id),
    // Nobody overtakes the people who wait.
    left: waiting.length > offered.length ? 0 : free - offered.length,
  }
}
