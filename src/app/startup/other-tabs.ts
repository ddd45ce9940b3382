/** Leaves private pages at once when somebody signs out, or another person signs in, in another tab (A12). */
import { onSession, storedUser } from '#src/core/session/session.ts'
import type { StoredUser } from '#src/core/session/stored-user.ts'
import { leaveTab } from '#src/core/sign-out/leave-tab.ts'
import { isAuthPath } from '#src/core/routes.ts'

/** How this tab reacts to another tab's change: stay, go to sign-in, or reload as the new person. */
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
      void leaveTab()
      window.location.replace('/login')
    }
    if (reaction === 'start-afresh') window.location.replace('/')
  })
}
