/** Seats, holds, offers and the guarantee (rules: Learning). Pure: takes rows and a time, returns decisions. */
import { GUARANTEE_DAYS, SEAT_HOLD_MS, SEAT_OFFER_MS, type seatStates } from '#contract/courses/enrolment.ts'
import { dayIn, shiftDay } from '#server/core/days.ts'

export type SeatState = (typeof seatStates)[number]

/** A hold, an offer or a waiting list entry. */
export interface UnconfirmedSeat {
  readonly userId: number
  readonly state: Exclude<SeatState, 'confirmed'>
  readonly since: Date
  readonly until: Date | null
}

export interface Settlement {
  /** Learners whose hold or offer has expired. */
  expired: number[]
  /** Learners of the waiting list to offer a seat now, in order. */
  offered: number[]
  /** Seats free for anybody. */
  left: number
  /** Learners who keep waiting, in order. */
  waiting: number[]
}

/** A hold or an offer is valid until its time, exclusively. */
export const isUnexpired = (seat: Pick<UnconfirmedSeat, 'until'>, now: Date): boolean =>
  seat.until !== null && seat.until.getTime() > now.getTime()

/** Brings a course's seats up to date: who expired, who is next, what is left. */
export const settle = (
  capacity: number,
  confirmed: number,
  unconfirmed: readonly UnconfirmedSeat[],
  now: Date,
): Settlement => {
  const claims = unconfirmed.filter((seat) => seat.state !== 'waiting')
  const expired = claims.filter((seat) => !isUnexpired(seat, now)).map((seat) => seat.userId)
  const queue = unconfirmed
    .filter((seat) => seat.state === 'waiting')
    .toSorted((a, b) => a.since.getTime() - b.since.getTime() || a.userId - b.userId)
    .map((seat) => seat.userId)
  const free = Math.max(0, capacity - confirmed - (claims.length - expired.length))
  return {
    expired,
    offered: queue.slice(0, free),
    left: Math.max(0, free - queue.length),
    waiting: queue.slice(free),
  }
}

export const offerUntil = (now: Date): Date => new Date(now.getTime() + SEAT_OFFER_MS)

/** 15 minutes; a learner who accepts an offer keeps at least the time of the offer. */
export const holdUntil = (now: Date, promised: Date | null): Date =>
  new Date(Math.max(now.getTime() + SEAT_HOLD_MS, promised?.getTime() ?? 0))

/** The last day of the money-back guarantee, in the tenant's zone. */
export const guaranteeUntil = (purchasedAt: Date, zone: string): string =>
  shiftDay(dayIn(zone, purchasedAt), GUARANTEE_DAYS)

export const withinGuarantee = (purchasedAt: Date, now: Date, zone: string): boolean =>
  dayIn(zone, now) <= guaranteeUntil(purchasedAt, zone)
