/**
 * The tab in which an administrator sees the product as a learner (docs/decisions/accounts). Its name marks it, because
 * a name survives reloads and the end of the session, and no other tab has it.
 */
import { keys } from '#src/core/storage/keys.ts'
import { safeSession } from '#src/core/storage/safe-storage.ts'

export const SUPPORT_TAB = 'support-view:'

export const isSupportTab = (): boolean => window.name.startsWith(SUPPORT_TAB)

/** When the view ends; null once it has ended. */
export const supportUntil = (): string | null => safeSession.get(keys.supportUntil)
