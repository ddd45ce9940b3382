import type { SupportViewStarted } from '#contract/auth/support.ts'
import { keys } from '#src/core/storage/keys.ts'
import { safeSession } from '#src/core/storage/safe-storage.ts'
import { emptyUser, mergeUser } from '#src/core/session/stored-user.ts'
import { SUPPORT_TAB } from '#src/core/session/support-tab.ts'

/**
 * Opens the tab. It starts with a copy of this tab's session storage, where the learner's session stands for that moment
 * only: nothing of the learner reaches the device. False when the browser blocked it.
 */
export const openSupportTab = (started: SupportViewStarted): boolean => {
  const handed = {
    [keys.user]: JSON.stringify(mergeUser(emptyUser, { ...started, isAuthenticated: true })),
    [keys.token]: started.access_token,
    [keys.supportUntil]: started.expires_at,
  }
  for (const [key, value] of Object.entries(handed)) safeSession.set(key, value)
  const tab = window.open('/', SUPPORT_TAB + started.view_id)
  for (const key of Object.keys(handed)) safeSession.remove(key)
  return tab !== null
}
