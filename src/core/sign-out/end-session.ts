/**
 * Ends the session on this device, whoever asked for it: the person, a refused refresh, another client or person on the
 * same browser, or a start that finds a revived session.
 */
import { renewAnonymousId } from '#src/core/session/identity.ts'
import { accessToken, announceSession } from '#src/core/session/session.ts'
import { runClearHooks } from '#src/core/session/sign-out-hooks.ts'
import { isDeviceKey, keys } from '#src/core/storage/keys.ts'
import { safeLocal, safeSession } from '#src/core/storage/safe-storage.ts'

/** Browser storage at once: everything but what belongs to the device. */
export const clearBrowserStorage = (local = safeLocal, session = safeSession) => {
  for (const key of local.keys()) if (!isDeviceKey(key)) local.remove(key)
  session.clear()
}

/** All of local storage (spec 4: a failed refresh), but for the mark that there are encrypted pieces. */
const clearLocalStorage = () => {
  const mark = safeLocal.get(keys.encryptedOutbox)
  safeLocal.clear()
  if (mark !== null) safeLocal.set(keys.encryptedOutbox, mark)
}

interface Options {
  /** Deletes device settings too, unless a person signed in meanwhile. */
  everything?: boolean
  /** No listener is notified, because another person signs in next. */
  silently?: boolean
}

export const endSession = async ({ everything = false, silently = false }: Options = {}): Promise<void> => {
  const token = accessToken()
  clearBrowserStorage()
  if (!silently) announceSession()
  // From here on nothing more is written for this person.
  const cleared = runClearHooks()
  try {
    const { clearUserData } = await import('./clear-user-data.ts')
    await clearUserData(token)
  } catch {
    // The code could not be fetched: the next start finishes it.
  }
  await cleared
  if (everything && accessToken() === null) clearLocalStorage()
  // Spec 3: the next visitor gets a new id.
  renewAnonymousId()
}
