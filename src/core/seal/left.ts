/**
 * Which session was signed out here last. Local storage reaches the disk seconds later: a browser that dies right after a
 * sign-out comes back with the person still in it, or with half of what was theirs.
 */
import { storedUser } from '#src/core/session/session.ts'
import { tokenMirror } from '#src/core/session/token-mirror.ts'
import { idbGet, idbPut } from '#src/core/storage/idb.ts'
import { keys } from '#src/core/storage/keys.ts'
import { sessionOf, type Left } from './back-from-the-dead.ts'
import type { Vault } from './sealing.ts'

/** On the disk when the promise is done. */
export const noteLeft = async (token: string | null | undefined): Promise<void> => {
  const session = sessionOf(token)
  if (session !== null) await idbPut(keys.left, { session, done: false } satisfies Left)
}

/** Nobody is here, and whoever left may have been interrupted before all of theirs was gone. */
export const isHalfLeft = async (vault: Pick<Vault, 'keys'>): Promise<boolean> => {
  if (storedUser() !== null) return false
  const left = await idbGet<Left>(keys.left)
  return left?.done === false || (await tokenMirror.read()) !== null || (await vault.keys()).length > 0
}

export const noteAllGone = async (): Promise<void> => {
  const left = await idbGet<Left>(keys.left)
  if (left) await idbPut(keys.left, { ...left, done: true })
}
