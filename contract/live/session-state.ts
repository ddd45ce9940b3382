/** The states of a live session follow from its times. Without the schema library: the page counts with the same rules. */

/** People may join so long before the start. */
export const JOIN_OPENS_MS = 10 * 60_000

export const sessionStates = ['scheduled', 'open', 'live', 'ended', 'cancelled'] as const
export type SessionState = (typeof sessionStates)[number]

interface SessionTimes {
  startsAt: number
  endsAt: number
  /** Ended by the host before its time. */
  endedAt: number | null
  cancelledAt: number | null
}

/** Milliseconds since 1970 for every time. */
export const sessionState = (
  { startsAt, endsAt, endedAt, cancelledAt }: SessionTimes,
  now: number,
): SessionState => {
  if (cancelledAt !== null) return 'cancelled'
  if (endedAt !== null || now >= endsAt) return 'ended'
  if (now >= startsAt) return 'live'
  return now >= startsAt - JOIN_OPENS_MS ? 'open' : 'scheduled'
}

export const isJoinable = (state: SessionState): boolean => state === 'open' || state === 'live'

/** When the state changes next if the host changes nothing; null for the last state. */
export const nextChangeAt = (times: SessionTimes, now: number): number | null => {
  const state = sessionState(times, now)
  if (state === 'scheduled') return times.startsAt - JOIN_OPENS_MS
  if (state === 'open') return times.startsAt
  return state === 'live' ? times.endsAt : null
}
