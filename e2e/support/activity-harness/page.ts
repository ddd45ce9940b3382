/** The product's tracker on an empty page. The test sets visibility and focus. */
import type { SignedIn } from '#contract/auth/auth.ts'
import { startActivity } from '#src/core/activity/start.ts'
import { startNaiveTracker } from './naive-tracker.ts'
import type { Tracker } from '#src/core/activity/tracker.ts'
import { forgetUser, signIn, startSessionEvents, storedUser } from '#src/core/session/session.ts'

const harness = {
  signIn: async (answer: SignedIn) => {
    await signIn(answer)
    harness.start()
  },
  forget: () => forgetUser({ everything: true }),
  start: () => {
    if (window.location.search === '?naive') naive ??= startNaiveTracker()
    else tracker ??= startActivity()
  },
}
export type ActivityHarness = typeof harness
declare global {
  interface Window {
    activityHarness: ActivityHarness
  }
}

let tracker: Tracker | null = null
let naive: true | null = null
window.activityHarness = harness
startSessionEvents()
if (storedUser()) harness.start()
document.title = 'ready'
