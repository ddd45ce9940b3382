/** Whether a crash brought back who had left. Part of every start: what else leaving needs is fetched when it is. */
import { jwtDecode } from 'jwt-decode'
import { storedUser } from '#src/core/session/session.ts'
import { idbGet } from '#src/core/storage/idb.ts'
import { keys } from '#src/core/storage/keys.ts'

export interface Left {
  session: string
  /** A later start has looked after everything that leaving may not have come to. */
  done: boolean
}

/** Sessions are never taken up again; null for a token that names none. */
export const sessionOf = (token: string | null | undefined): string | null => {
  try {
    const { sid } = jwtDecode<{ sid?: unknown }>(token ?? '')
    return typeof sid === 'string' ? sid : null
  } catch {
    return null
  }
}

/** Local storage still holds, or holds again, a session that was signed out on this device. */
export const isBackFromTheDead = async (): Promise<boolean> => {
  const session = sessionOf(storedUser()?.access_token)
  return session !== null && (await idbGet<Left>(keys.left))?.session === session
}
