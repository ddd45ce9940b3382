/** Signs in with the server's response. Another person's data is cleared before the new person is stored. */
import type { SignedIn } from '#contract/auth/auth.ts'
import { announceSession, storedUser, storeSession } from '#src/core/session/session.ts'
import { keys } from '#src/core/storage/keys.ts'
import { safeLocal } from '#src/core/storage/safe-storage.ts'

const tokenCopy = async () => (await import('#src/core/offline/token-copy.ts')).tokenCopy

/** Drafts that could not be encrypted at sign-out are not for the next person. */
const removeDraftsOfOthers = (owner: number) => {
  // Written in one place, which names the owner first.
  if (safeLocal.get(keys.drafts)?.startsWith(`{"owner":${owner},`)) return
  safeLocal.remove(keys.drafts)
  void import('#src/core/offline/db.ts')
    .then((db) => db.deleteValue('device', keys.drafts))
    .catch(() => undefined)
}

export const signIn = async (answer: SignedIn): Promise<void> => {
  const previous = storedUser()
  if (previous !== null && previous.id !== answer.id) {
    const { endSession } = await import('./end-session.ts')
    await endSession({ silently: true })
  }
  removeDraftsOfOthers(answer.id)
  storeSession(answer)
  const { id: userId, access_token, refresh_token } = answer
  // Without the copy the person is signed in all the same.
  await tokenCopy().then(
    (copy) => copy.write({ userId, access_token, refresh_token }),
    () => undefined,
  )
  announceSession()
}
