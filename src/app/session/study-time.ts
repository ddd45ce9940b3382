/** Counts study time for as long as somebody is signed in; the tracker itself is a lazy part behind sign-in. */
import { watchPresence } from '#src/core/activity/presence.ts'
import type { Tracker } from '#src/core/activity/tracker.ts'
import { beforeSignOut } from '#src/core/session/sign-out-hooks.ts'
import { signedInFrom } from '#src/core/session/signed-in-mark.ts'
import { afterInteractive } from '#src/core/after-interactive.ts'

type Start = () => Promise<(presentSince: number | null) => Tracker>

const loadStart: Start = async () => {
  await afterInteractive()
  return (await import('#src/core/activity/start.ts')).startActivity
}

/**
 * Starts once; what it returns ends the counting. A chunk that is missing costs the count, never the page. The tracker comes
 * after the page and counts from when the page came.
 */
export const startStudyTime = (load: Start = loadStart): (() => void) => {
  let tracker: Tracker | null = null
  let ended = false
  const presence = watchPresence(signedInFrom())
  load().then(
    (start) => {
      presence.stop()
      if (!ended) tracker = start(presence.since())
    },
    () => presence.stop(),
  )
  // The last stretch goes out while the token still stands for it; nothing starts after it.
  const forget = beforeSignOut(async () => {
    ended = true
    const sent = tracker?.finish()
    tracker?.stop()
    await sent
  })
  return () => {
    ended = true
    forget()
    tracker?.stop()
  }
}
