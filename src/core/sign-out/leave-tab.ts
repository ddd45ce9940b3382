/** When another tab signs out or in, this tab clears its own part of the user data before it navigates. */
import { accessToken } from '#src/core/session/session.ts'
import { runClearHooks } from '#src/core/session/sign-out-hooks.ts'
import { safeSession } from '#src/core/storage/safe-storage.ts'

export const leaveTab = async (): Promise<void> => {
  safeSession.clear()
  const cleared = runClearHooks()
  // After `localStorage.clear()` no other tab has cleared the stores.
  if (accessToken() === null)
    await import('./clear-user-data.ts').then((m) => m.clearUserData(null)).catch(() => undefined)
  await cleared
}
