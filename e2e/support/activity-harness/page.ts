/** The product's own tracker on an empty page. What a person does with the tab is set from outside. */
import type { SignedIn } from '#contract/auth/auth.ts'
import { startActivity } from '#src/core/activity/start.ts'
import { startNaiveTracker } from './naive-tracker.ts'
import type { Tracker } from '#src/core/activity/tracker.ts'
import { forgetUser, signIn, startSessionEvents, storedUser } from '#src/core/session/session.ts'

const lab = {
  signIn: async (answer: SignedIn) => {
    await signIn(answer)
    lab.start()
  },
  forget: () => forgetUser({ everything: true }),
  start: () => {
    if (window.location.search === '?naive') naive ??= startNaiveTracker()
    else tracker ??= startActivity()
  },
}
export type ActivityLab = typeof lab
declare global {
  interface Window {
    activityLab: ActivityLab
  }
}

let tracker: Tracker | null = null
let naive: true | null = null
window.activityLab = lab
startSessionEvents()
if (storedUser()) lab.start()
document.title = 'ready'
