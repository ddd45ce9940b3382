/**
 * When the attempt ends, on the clock that nobody sets. Every answer of the server says how much time is left; the
 * device's wall clock is never asked (E1).
 */
export interface TimeSample {
  sentAt: number
  receivedAt: number
  leftMs: number
}

export const createDeadline = () => {
  let endsAt: number | null = null
  /** Length of the call behind `endsAt`: the server's word is exact to half of it. */
  let doubtMs = Number.POSITIVE_INFINITY

  return {
    /** Takes an answer; gives by how much the end moved, 0 when it only became more exact. */
    learn: ({ sentAt, receivedAt, leftMs }: TimeSample): number => {
      const roundTrip = receivedAt - sentAt
      const next = sentAt + roundTrip / 2 + leftMs
      if (endsAt === null || doubtMs === Number.POSITIVE_INFINITY) {
        endsAt = next
        doubtMs = roundTrip
        return 0
      }
      const moved = next - endsAt
      // What both calls cannot explain is a change: extra time, or a device that slept with its clock stopped.
      const changed = Math.abs(moved) > (roundTrip + doubtMs) / 2
      if (!changed && roundTrip > doubtMs) return 0
      endsAt = next
      doubtMs = roundTrip
      return changed ? moved : 0
    },
    /** What an earlier life of the page knew, by a wall clock that may be wrong: any word of the server replaces it. */
    assume: (end: number) => {
      endsAt ??= end
    },
    /** Milliseconds left, never below 0; null until the server was heard. */
    leftMs: (now: number): number | null => (endsAt === null ? null : Math.max(0, endsAt - now)),
  }
}
