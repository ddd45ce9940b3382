/**
 * Which session was signed out here last. Local storage reaches the disk seconds later: a browser that dies right after a
 * sign-out comes back with the person still in it. The note is on the disk at once, and tells such a revived session.
 */
import { accessToken } from '#src/core/session/session.ts'
import { sessionIdOf } from '#src/core/session/tokens.ts'
import { keys } from '#src/core/storage/keys.ts'

export interface SignedOutNote {
  session: string
  /** A later start has seen that nothing of the person is left. */
  done: boolean
  /** When it was written, in ms; missing in notes of former builds. */
  at?: number
}

const database = () => import('#src/core/offline/db.ts')

export const readSignedOutNote = async (): Promise<SignedOutNote | null> =>
  (await database()).readValue<SignedOutNote>('device', keys.signedOut)

export const writeSignedOutNote = async (session: string, done: boolean): Promise<void> => {
  const note: SignedOutNote = { session, done, at: Date.now() }
  await (await database()).writeValue('device', keys.signedOut, note)
}

/** Local storage holds a session that was signed out on this device. Reads nothing for a visitor. */
export const isRevivedSession = async (): Promise<boolean> => {
  const session = sessionIdOf(accessToken())
  if (session === null) return false
  const note = await readSignedOutNote().catch(() => null)
  return note?.session === session
}
