/** Counts study time while somebody is signed in; the tracker loads lazily. */
import { watchPresence } from '#src/core/activity/presence.ts'
import type { Tracker } from '#src/core/activity/tracker.ts'
import { beforeSignOut } from '#src/core/session/farewell.ts'
import { signedInFrom } from '#src/core/session/signed-in-mark.ts'
import { afterInteractive } from '#src/core/after-interactive.ts'

type Start = () => Promise<(presentSince: number | null) => Tracker>

const loadStart: Start = async () => {
  await afterInteractive()
  return (await import('#src/core/activity/start.ts')).startActivity
}

/**
 * Starts once; returns a function to stop. If the chunk fails to load, only the count is lost. The tracker
 * loads after the page but counts from the start of the page.
 */
export const startStudyTime = (load: Start = loadStart): (() => void) => {
  let tracker: Tracker | null = null
  let isStopped = false
  const presence = watchPresence(signedInFrom())
  load().then(
    (start) => {
      presence.stop()
      if (!isStopped) tracker = start(presence.since())
    },
    () => presence.stop(),
  )
  // The last interval is sent while the token is still valid; nothing starts after it.
  const removeHook = beforeSignOut(async () => {
    isStopped = true
    const lastSend = tracker?.finish()
    tracker?.stop()
    await lastSend
  })
  return () => {
    isStopped = true
    removeHook()
    tracker?.stop()
  }
}
