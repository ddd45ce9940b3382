/** Another tab signed out or somebody else signed in there: this one leaves private pages at once (A12). */
import { onSession, storedUser } from '#src/core/session/session.ts'
import type { StoredUser } from '#src/core/session/stored-user.ts'
import { tokenMirror } from '#src/core/session/token-mirror.ts'
import { runWipes } from '#src/core/session/wipe.ts'
import { isAuthPath } from '#src/core/routes.ts'
import { safeSession } from '#src/core/storage/safe-storage.ts'

const leave = async () => {
  safeSession.clear()
  // After `localStorage.clear()` nobody else has cleared the copy.
  if (storedUser() === null) await tokenMirror.clear()
  await runWipes()
}

/** What this tab does about a change elsewhere: nothing, go to sign-in, or start afresh as the new person. */
export const reactionTo = (
  before: number | null,
  now: StoredUser | null,
  path: string,
): 'stay' | 'sign-in' | 'start-afresh' => {
  if (now === null) return before === null || isAuthPath(path) ? 'stay' : 'sign-in'
  if (before === null) return isAuthPath(path) ? 'start-afresh' : 'stay'
  return now.id === before ? 'stay' : 'start-afresh'
}

export const watchOtherTabs = () => {
  let before = storedUser()?.id ?? null
  onSession((user, origin) => {
    const reaction = origin === 'here' ? 'stay' : reactionTo(before, user, window.location.pathname)
    before = user?.id ?? null
    if (reaction === 'sign-in') {
      void leave()
      window.location.replace('/login')
    }
    if (reaction === 'start-afresh') window.location.replace('/')
  })
}
