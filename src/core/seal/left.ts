/**
 * Which session was signed out here last. Local storage reaches the disk seconds later: a browser that dies right after a
 * sign-out comes back with the person still in it, or with half of what was theirs.
 */
import { jwtDecode } from 'jwt-decode'
import { storedUser } from '#src/core/session/session.ts'
import { tokenMirror } from '#src/core/session/token-mirror.ts'
import { idbGet, idbPut } from '#src/core/storage/idb.ts'
import { keys } from '#src/core/storage/keys.ts'
import type { Vault } from './sealing.ts'

interface Left {
  session: string
  /** A later start has looked after everything that leaving may not have come to. */
  done: boolean
}

/** Sessions are never taken up again; null for a token that names none. */
const sessionOf = (token: string | null | undefined): string | null => {
  try {
    const { sid } = jwtDecode<{ sid?: unknown }>(token ?? '')
    return typeof sid === 'string' ? sid : null
  } catch {
    return null
  }
}

/** On the disk when the promise is done. */
export const noteLeft = async (token: string | null | undefined): Promise<void> => {
  const session = sessionOf(token)
  if (session !== null) await idbPut(keys.left, { session, done: false } satisfies Left)
}

/** Local storage still holds, or holds again, a session that was signed out on this device. */
export const isBackFromTheDead = async (): Promise<boolean> => {
  const left = await idbGet<Left>(keys.left)
  return left !== null && sessionOf(storedUser()?.access_token) === left.session
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
