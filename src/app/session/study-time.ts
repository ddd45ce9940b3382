/** Counts study time for as long as somebody is signed in; the tracker itself is a lazy part behind sign-in. */
import type { Tracker } from '#src/core/activity/tracker.ts'
import { beforeSignOut } from '#src/core/session/farewell.ts'
import { whenUseful } from '#src/core/when-useful.ts'

type Start = () => Promise<() => Tracker>

const loadStart: Start = async () => {
  await whenUseful()
  return (await import('#src/core/activity/start.ts')).startActivity
}

/** Starts once; what it returns ends the counting. A chunk that is missing costs the count, never the page. */
export const startStudyTime = (load: Start = loadStart): (() => void) => {
  let tracker: Tracker | null = null
  let ended = false
  load().then(
    (start) => {
      if (!ended) tracker = start()
    },
    () => undefined,
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
