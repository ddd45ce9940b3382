/**
 * Who is signed in, as browser storage says (spec 3). The only writer of the keys `user` and `token`; tells
 * everybody in this tab, and the other tabs, of each change. Light enough for the sign-in page.
 */
import type { SignedIn } from '#contract/auth/auth.ts'
import { clientId } from '#src/core/client-config/runtime-config.ts'
import { keys } from '#src/core/storage/keys.ts'
import { forgetDraftsOfOthers } from '#src/core/storage/forget-drafts.ts'
import { safeLocal } from '#src/core/storage/safe-storage.ts'
import { emptyUser, mergeUser, parseStoredUser, type StoredUser } from './stored-user.ts'
import { tokenMirror } from './token-mirror.ts'
import { learnServerClock, rereadServerClock } from './server-clock.ts'
import { runWipes, wipeStorage } from './wipe.ts'

export type Origin = 'here' | 'elsewhere'
type Listener = (user: StoredUser | null, origin: Origin) => void

const listeners = new Set<Listener>()
let seen: { text: string | null; user: StoredUser | null } = { text: null, user: null }

/** Stable between changes, so that it can be a snapshot for React. */
export const storedUser = (): StoredUser | null => {
  const text = safeLocal.get(keys.user)
  if (text !== seen.text) seen = { text, user: parseStoredUser(text) }
  return seen.user
}

export const onSession = (listener: Listener): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

let known: StoredUser | null = null
const tell = (origin: Origin) => {
  const user = storedUser()
  if (user === known) return
  known = user
  if (origin === 'elsewhere') rereadServerClock()
  for (const listener of listeners) listener(user, origin)
}

let channel: BroadcastChannel | null = null
const tellOtherTabs = () => channel?.postMessage('changed')

/** Other tabs answer within the second; a `clear()` there arrives as one event without a key (A12). */
export const startSessionEvents = () => {
  known = storedUser()
  // The two keys always agree (RULES); an older or damaged pair is mended on arrival.
  if (known && safeLocal.get(keys.token) !== known.access_token)
    safeLocal.set(keys.token, known.access_token ?? '')
  window.addEventListener('storage', (event) => {
    if (event.key === null || event.key === keys.user) tell('elsewhere')
  })
  if ('BroadcastChannel' in window) {
    channel = new BroadcastChannel('auth')
    channel.onmessage = () => tell('elsewhere')
  }
}

const save = (user: StoredUser) => {
  safeLocal.set(keys.user, JSON.stringify(user))
  safeLocal.set(keys.token, user.access_token ?? '')
}

/** Signs in with an answer of the server. Somebody else's data is gone before the new person is stored. */
export const signIn = async (answer: SignedIn): Promise<void> => {
  const previous = storedUser()
  const stranger = previous !== null && previous.id !== answer.id
  if (stranger) {
    wipeStorage()
    await forgetAndSeal(false, previous.access_token)
  }
  forgetDraftsOfOthers(safeLocal, answer.id)
  save(mergeUser(emptyUser, { ...answer, isAuthenticated: true }))
  safeLocal.set(keys.sessionClient, String(clientId()))
  learnServerClock(answer.access_token)
  const { id: userId, access_token, refresh_token } = answer
  await tokenMirror.write({ userId, access_token, refresh_token })
  tell('here')
  tellOtherTabs()
}

/** Changes fields of the person who is signed in, e.g. the name; ignored for anybody else. */
export const updateUser = (given: Partial<StoredUser>) => {
  const user = storedUser()
  if (!user || (given.id !== undefined && given.id !== user.id)) return
  save(mergeUser(user, given))
  tell('here')
  tellOtherTabs()
}

/** Stores a renewed pair for the person it belongs to. The mirror has it already (trust 8.2 client order). */
export const saveTokens = (userId: number, access_token: string, refresh_token: string) => {
  const user = storedUser()
  if (user?.id !== userId) return
  save(mergeUser(user, { access_token, refresh_token }))
  learnServerClock(access_token)
  tell('here')
  tellOtherTabs()
}

/** From the first moment nothing more is written for who leaves; what still waits stays for them, sealed. */
const forgetAndSeal = async (everything: boolean, token: string | null | undefined) => {
  const wiped = runWipes()
  await import('#src/core/seal/leave.ts')
    .then((m) => m.leave(everything, token))
    .catch(() => everything && safeLocal.clear())
  await wiped
}

/** Forgets the person on this device. `everything` clears local storage whole (spec 4: a failed refresh). */
export const forgetUser = async ({ everything }: { everything: boolean }): Promise<void> => {
  const token = storedUser()?.access_token
  wipeStorage()
  tell('here')
  tellOtherTabs()
  await Promise.all([tokenMirror.clear(), forgetAndSeal(everything, token)])
}

/** A session of another client on this origin is not this client's: it goes before anything of it is shown. */
export const forgetOtherClients = async (): Promise<void> => {
  const owner = safeLocal.get(keys.sessionClient)
  if (storedUser() && owner !== null && owner !== String(clientId())) await forgetUser({ everything: true })
}
