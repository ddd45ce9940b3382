/** What an earlier page began when its person left, and could not finish: the browser died, or was closed. */
import { forgetUser, storedUser } from '#src/core/session/session.ts'
import { tokenMirror } from '#src/core/session/token-mirror.ts'
import { runWipes } from '#src/core/session/wipe.ts'
import { isBackFromTheDead } from './back-from-the-dead.ts'
import { isHalfLeft, noteAllGone } from './left.ts'
import { finishLeaving } from './leave.ts'
import { vault } from './vault.ts'

/** What the worker showed to whoever left is read by whoever looks at the device. */
const closeNotifications = async () => {
  const registration = await navigator.serviceWorker?.getRegistration()
  for (const shown of (await registration?.getNotifications?.()) ?? []) shown.close()
}

/** `go` leads to the sign-in page: memory forgets as well. */
export const finishAtStart = async (go: () => void): Promise<void> => {
  if (await isBackFromTheDead()) {
    await forgetUser({ everything: false })
    return go()
  }
  if (await isHalfLeft(vault)) {
    await Promise.all([tokenMirror.clear(), runWipes(), closeNotifications().catch(() => undefined)])
    if (storedUser() === null) await noteAllGone()
  }
  await finishLeaving()
}
