/** Which session the page is about, and where each stands now. Pure. */
import type { ScheduledSession } from '#contract/live/live.ts'
import { isJoinable, nextChangeAt, sessionState, type SessionState } from '#contract/live/session-state.ts'

type Times = Pick<ScheduledSession, 'starts_at' | 'ends_at' | 'ended_at' | 'cancelled_at'>

const timesOf = (session: Times) => ({
  startsAt: Date.parse(session.starts_at),
  endsAt: Date.parse(session.ends_at),
  endedAt: session.ended_at === null ? null : Date.parse(session.ended_at),
  cancelledAt: session.cancelled_at === null ? null : Date.parse(session.cancelled_at),
})

export const stateAt = (session: Times, now: number): SessionState => sessionState(timesOf(session), now)

/** When any of the sessions changes its state next; null if none will. */
export const nextChangeOf = (sessions: readonly Times[], now: number): number | null => {
  const changes = sessions.flatMap((session) => nextChangeAt(timesOf(session), now) ?? [])
  return changes.length === 0 ? null : Math.min(...changes)
}

/** A session that ended keeps the main place unless another starts so soon. */
const SOON_MS = 60 * 60_000

interface Shown {
  results: readonly ScheduledSession[]
  recent: ScheduledSession | null
}

/** One that can be joined; else the one that just ended, for its recording; else the next one. */
export const mainSession = ({ results, recent }: Shown, now: number): ScheduledSession | null => {
  const withState = results.map((session) => ({ session, state: stateAt(session, now) }))
  const joinable = withState.filter(({ state }) => isJoinable(state))
  const joined = joinable.find(({ session }) => session.joined_at !== null) ?? joinable[0]
  if (joined) return joined.session
  const next = withState.find(({ state }) => state === 'scheduled')?.session ?? null
  // Ended while the page was open: the answer with it as the recent one is on its way.
  const ended = withState.findLast(({ state }) => state === 'ended')?.session ?? recent
  const isNextSoon = next !== null && Date.parse(next.starts_at) - now < SOON_MS
  if (ended === null || isNextSoon) return next
  return ended
}
