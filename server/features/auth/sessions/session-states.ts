import type { Change, Core } from '#server/core/core.ts'
import { markSeen, sessionStateQuery, type SessionState } from './sessions.repository.ts'

export interface SessionStates {
  /** Null when the session has ended or its user may no longer act. `gen` is the generation in use. */
  readonly get: (
    clientId: number,
    userId: number,
    sessionId: string,
    gen: number,
  ) => Promise<SessionState | null>
  /** Call it after this process ended sessions: the very next request must see it. */
  readonly forgetUser: (clientId: number, userId: number) => void
}

/**
 * How long a cached state is trusted (trust 8.2). Measured in real time, whatever clock decides about
 * expiry.
 */
const CACHE_TTL_MS = 1000
const CACHE_MAX = 5000

interface Entry {
  state: SessionState
  clientId: number
  sessionId: string
  readAt: number
}

const affectsSessions = ({ kind }: Change): boolean => kind === 'session' || kind === 'user'

/** A session of the user, or a support view of theirs. */
const isOf = ({ clientId, state }: Entry, ofClient: number, userId: number): boolean =>
  clientId === ofClient && (state.user_id === userId || state.admin_id === userId)

/**
 * Caches sessions for a second, drops them on every announced change, and bypasses the cache while the
 * change feed is down.
 */
export const createSessionStates = (
  core: Pick<Core, 'db' | 'changes' | 'clock' | 'config'>,
): SessionStates => {
  const entries = new Map<string, Entry>()
  // A read that began before an invalidation must not bring the old state back.
  let epoch = 0

  const forget = (isStale: (entry: Entry) => boolean) => {
    epoch += 1
    for (const [key, entry] of entries) if (isStale(entry)) entries.delete(key)
  }
  core.changes.subscribe((change) => {
    if (change === null) forget(() => true)
    else if (change.kind === 'session')
      forget(
        ({ sessionId, state }) =>
          sessionId === change.sessionId || state.admin_session_id === change.sessionId,
      )
    else if (change.kind === 'user') forget((entry) => isOf(entry, change.clientId, change.userId))
  })

  const load = async (key: string, clientId: number, sessionId: string, gen: number) => {
    const epochBefore = epoch
    const readAt = performance.now()
    const [rows] = await core.db.read(clientId, [sessionStateQuery(clientId, sessionId, core.config.demo)])
    const [row] = rows as SessionState[]
    if (!row) return null
    const state = { ...row, seen: row.seen || row.gen === gen }
    if (state.seen !== row.seen)
      await core.db.withTenant(clientId, (db) => markSeen(db, sessionId, gen, core.clock.now()))
    if (epoch === epochBefore && core.changes.live(affectsSessions)) {
      entries.delete(key)
      if (entries.size >= CACHE_MAX) entries.delete(entries.keys().next().value ?? '')
      entries.set(key, { state, clientId, sessionId, readAt })
    }
    return state
  }

  return {
    get: async (clientId, userId, sessionId, gen) => {
      const key = `${clientId}:${sessionId}`
      const entry = entries.get(key)
      const isFresh =
        entry && performance.now() - entry.readAt < CACHE_TTL_MS && core.changes.live(affectsSessions)
      // A newer generation than cached means that the session was refreshed meanwhile.
      const isUsable = isFresh && (entry.state.gen > gen || (entry.state.gen === gen && entry.state.seen))
      const state = isUsable ? entry.state : await load(key, clientId, sessionId, gen)
      return state && state.user_id === userId && gen <= state.gen ? state : null
    },
    forgetUser: (clientId, userId) => forget((entry) => isOf(entry, clientId, userId)),
  }
}
