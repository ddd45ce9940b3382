/**
 * The tab in which an administrator sees the product as a learner (docs/decisions/accounts). Its name marks it, because
 * a name survives reloads and the end of the session, and no other tab has it.
 */
import type { SupportViewStarted } from '#contract/auth/support.ts'
import { keys } from '#src/core/storage/keys.ts'
import { safeSession } from '#src/core/storage/safe-storage.ts'
import { emptyUser, mergeUser } from './stored-user.ts'

const NAME = 'support-view:'

export const isSupportTab = (): boolean => window.name.startsWith(NAME)

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
  const tab = window.open('/', NAME + started.view_id)
  for (const key of Object.keys(handed)) safeSession.remove(key)
  return tab !== null
}

/** When the view ends; null once it has ended. */
export const supportUntil = (): string | null => safeSession.get(keys.supportUntil)
