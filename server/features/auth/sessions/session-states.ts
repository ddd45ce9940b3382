import type { Core } from '#server/core/core.ts'
import { markSeen, sessionStateQuery, type SessionState } from './sessions.repository.ts'

export interface SessionStates {
  /** Null when the session, its person or its right to act is gone. `gen` is the generation that is being used. */
  readonly get: (
    clientId: number,
    userId: number,
    sessionId: string,
    gen: number,
  ) => Promise<SessionState | null>
  /** Called after this process ended sessions: the very next request must see it. */
  readonly forgetUser: (clientId: number, userId: number) => void
}

/** TRUST §8.2: nothing about a person is believed for longer. Real time, whatever clock decides about expiry. */
const BELIEVED_FOR_MS = 1000
const REMEMBERED_MAX = 5000

interface Entry {
  state: SessionState
  clientId: number
  sessionId: string
  readAt: number
}

/** Reads sessions at most once a second each, forgets on every announced change, never answers while the feed is away. */
export const createSessionStates = (core: Pick<Core, 'db' | 'changes' | 'clock'>): SessionStates => {
  const entries = new Map<string, Entry>()
  // A read that began before something was forgotten must not bring the old state back.
  let epoch = 0

  const forget = (stale: (entry: Entry) => boolean) => {
    epoch += 1
    for (const [key, entry] of entries) if (stale(entry)) entries.delete(key)
  }
  core.changes.subscribe((change) => {
    if (change === null) forget(() => true)
    else if (change.kind === 'session') forget((entry) => entry.sessionId === change.sessionId)
    else if (change.kind === 'user')
      forget((entry) => entry.clientId === change.clientId && entry.state.user_id === change.userId)
  })

  const load = async (key: string, clientId: number, sessionId: string, gen: number) => {
    const before = epoch
    const readAt = performance.now()
    const [rows] = await core.db.read(clientId, [sessionStateQuery(clientId, sessionId)])
    const [found] = rows as SessionState[]
    if (!found) return null
    const state = { ...found, seen: found.seen || found.gen === gen }
    if (state.seen !== found.seen)
      await core.db.withTenant(clientId, (db) => markSeen(db, sessionId, gen, core.clock.now()))
    if (epoch === before && core.changes.live()) {
      entries.delete(key)
      if (entries.size >= REMEMBERED_MAX) entries.delete(entries.keys().next().value ?? '')
      entries.set(key, { state, clientId, sessionId, readAt })
    }
    return state
  }

  return {
    get: async (clientId, userId, sessionId, gen) => {
      const key = `${clientId}:${sessionId}`
      const entry = entries.get(key)
      const isFresh = entry && performance.now() - entry.readAt < BELIEVED_FOR_MS && core.changes.live()
      // A newer generation than remembered: the session was refreshed meanwhile.
      const isEnough = isFresh && (entry.state.gen > gen || (entry.state.gen === gen && entry.state.seen))
      const state = isEnough ? entry.state : await load(key, clientId, sessionId, gen)
      return state && state.user_id === userId && gen <= state.gen ? state : null
    },
    forgetUser: (clientId, userId) =>
      forget((entry) => entry.clientId === clientId && entry.state.user_id === userId),
  }
}
