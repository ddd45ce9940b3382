/**
 * Who is signed in, as browser storage says (spec 3). The only writer of the keys `user` and `token`; tells this tab and
 * the others of each change. Signing in and out is in `core/sign-out`.
 */
import type { SignedIn } from '#contract/auth/auth.ts'
import { clientId } from '#src/core/client-config/runtime-config.ts'
import { keys } from '#src/core/storage/keys.ts'
import { safeLocal } from '#src/core/storage/safe-storage.ts'
import { learnServerClock, rereadServerClock } from './server-clock.ts'
import { emptyUser, mergeUser, parseStoredUser, type StoredUser } from './stored-user.ts'

export type Origin = 'here' | 'elsewhere'
type Listener = (user: StoredUser | null, origin: Origin) => void

const listeners = new Set<Listener>()
let parsed: { text: string | null; user: StoredUser | null } = { text: null, user: null }

/** Stable between changes, so that it can be a snapshot for React. */
export const storedUser = (): StoredUser | null => {
  const text = safeLocal.get(keys.user)
  if (text !== parsed.text) parsed = { text, user: parseStoredUser(text) }
  return parsed.user
}

export const accessToken = (): string | null => storedUser()?.access_token ?? null

export const onSession = (listener: Listener): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

let known: StoredUser | null = null
const notify = (origin: Origin) => {
  const user = storedUser()
  if (user === known) return
  known = user
  if (origin === 'elsewhere') rereadServerClock()
  for (const listener of listeners) listener(user, origin)
}

let channel: BroadcastChannel | null = null

/** Notifies the listeners in all tabs that the stored session has changed. */
export const announceSession = () => {
  notify('here')
  channel?.postMessage('changed')
}

/** Follows other tabs within a second. A `clear()` there arrives as one event without a key (A12). */
export const startSessionEvents = () => {
  known = storedUser()
  // The two keys must hold the same token (rules): repair an older or damaged pair.
  if (known && safeLocal.get(keys.token) !== known.access_token)
    safeLocal.set(keys.token, known.access_token ?? '')
  window.addEventListener('storage', (event) => {
    if (event.key === null || event.key === keys.user) notify('elsewhere')
  })
  if ('BroadcastChannel' in window) {
    channel = new BroadcastChannel('auth')
    channel.onmessage = () => notify('elsewhere')
  }
}

const save = (user: StoredUser) => {
  safeLocal.set(keys.user, JSON.stringify(user))
  safeLocal.set(keys.token, user.access_token ?? '')
}

/** Stores the session of a sign-in response without notifying listeners. */
export const storeSession = (answer: SignedIn) => {
  save(mergeUser(emptyUser, { ...answer, isAuthenticated: true }))
  safeLocal.set(keys.sessionClient, String(clientId()))
  learnServerClock(answer.access_token)
}

/** Changes fields of the signed-in person, such as the name; ignored for another person. */
export const updateUser = (given: Partial<StoredUser>) => {
  const user = storedUser()
  if (!user || (given.id !== undefined && given.id !== user.id)) return
  save(mergeUser(user, given))
  announceSession()
}

/** Stores a renewed pair for the person it belongs to. The copy has it already (trust 8.2 client order). */
export const saveTokens = (userId: number, access_token: string, refresh_token: string) => {
  const user = storedUser()
  if (user?.id !== userId) return
  save(mergeUser(user, { access_token, refresh_token }))
  learnServerClock(access_token)
  announceSession()
}

/** The stored session belongs to another client on this origin (demo, `?client=N`): it must end before it is shown. */
export const isOfAnotherClient = (): boolean => {
  const owner = safeLocal.get(keys.sessionClient)
  return storedUser() !== null && owner !== null && owner !== String(clientId())
}
