/** The product's own tracker on an empty page. What a person does with the tab is set from outside. */
import type { SignedIn } from '#contract/auth.ts'
import { startActivity } from '#src/core/activity/start.ts'
import type { Tracker } from '#src/core/activity/tracker.ts'
import { forgetUser, signIn, startSessionEvents, storedUser } from '#src/core/session/session.ts'

const lab = {
  signIn: async (answer: SignedIn) => {
    await signIn(answer)
    lab.start()
  },
  forget: () => forgetUser({ everything: true }),
  start: () => {
    tracker ??= startActivity()
  },
}
export type ActivityLab = typeof lab
declare global {
  interface Window {
    activityLab: ActivityLab
  }
}

let tracker: Tracker | null = null
window.activityLab = lab
startSessionEvents()
if (storedUser()) lab.start()
document.title = 'ready'
