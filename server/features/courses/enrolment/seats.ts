/** Seats, holds, offers and the guarantee (RULES "Learning"). Pure: rows and a moment in, decisions out. */
import { GUARANTEE_DAYS, SEAT_HOLD_MS, SEAT_OFFER_MS, type seatStates } from '#contract/courses/enrolment.ts'
import { dayIn, shiftDay } from '#server/core/days.ts'

export type SeatState = (typeof seatStates)[number]

/** A place that is not confirmed yet. */
export interface OpenPlace {
  readonly userId: number
  readonly state: Exclude<SeatState, 'confirmed'>
  readonly since: Date
  readonly until: Date | null
}

export interface Settlement {
  /** Holds and offers that ran out. */
  lapsed: number[]
  /** Who of the waiting list is offered a seat now, in the order of the list. */
  offered: number[]
  /** Seats that are free for anybody. */
  left: number
  /** Who goes on waiting, in order. */
  waiting: number[]
}

/** A hold or an offer stands until its moment, not at it. */
export const isLive = (place: Pick<OpenPlace, 'until'>, now: Date): boolean =>
  place.until !== null && place.until.getTime() > now.getTime()

/** What time did to the places of a course: who lost theirs, who comes next, what is left. */
export const settle = (
  capacity: number,
  confirmed: number,
  open: readonly OpenPlace[],
  now: Date,
): Settlement => {
  const promised = open.filter((place) => place.state !== 'waiting')
  const lapsed = promised.filter((place) => !isLive(place, now)).map((place) => place.userId)
  const queue = open
    .filter((place) => place.state === 'waiting')
    .toSorted((a, b) => a.since.getTime() - b.since.getTime() || a.userId - b.userId)
    .map((place) => place.userId)
  const free = Math.max(0, capacity - confirmed - (promised.length - lapsed.length))
  return {
    lapsed,
    offered: queue.slice(0, free),
    left: Math.max(0, free - queue.length),
    waiting: queue.slice(free),
  }
}

export const offerUntil = (now: Date): Date => new Date(now.getTime() + SEAT_OFFER_MS)

/** Fifteen minutes; who takes up an offer keeps at least the time that was promised. */
export const holdUntil = (now: Date, promised: Date | null): Date =>
  new Date(Math.max(now.getTime() + SEAT_HOLD_MS, promised?.getTime() ?? 0))

/** The last day of the money-back guarantee, in the tenant's zone. */
export const guaranteeUntil = (purchasedAt: Date, zone: string): string =>
  shiftDay(dayIn(zone, purchasedAt), GUARANTEE_DAYS)

export const withinGuarantee = (purchasedAt: Date, now: Date, zone: string): boolean =>
  dayIn(zone, now) <= guaranteeUntil(purchasedAt, zone)
