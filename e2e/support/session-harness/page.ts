/** The app's own session machinery on an empty page, so that a test can make hundreds of calls at once. */
import { getClientInfo } from '#contract/client-info/client-info.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import { isApiError } from '#src/core/http/api-error.ts'
import { refresher } from '#src/core/api/live-session.ts'
import { startProactiveRefresh } from '#src/core/session/proactive.ts'
import { onRefusedSession } from '#src/core/session/refused-session.ts'
import { accessToken, startSessionEvents, storedUser } from '#src/core/session/session.ts'
import { endRefusedSession } from '#src/core/sign-out/refused-session.ts'
import { signIn } from '#src/core/sign-out/sign-in.ts'
import { naiveBurst } from './naive.ts'

startSessionEvents()
onRefusedSession(endRefusedSession)

let renewal: Promise<unknown> = Promise.resolve()
const nothing = () => undefined

const harness = {
  signIn,
  user: storedUser,
  /** How many of so many calls at once succeed, and how the others fail. */
  burst: async (count: number) => {
    const results = await Promise.allSettled(Array.from({ length: count }, () => authedCall(getClientInfo)))
    const errors = results.flatMap((result) =>
      result.status === 'rejected' ? [result.reason as unknown] : [],
    )
    return {
      ok: results.length - errors.length,
      codes: [...new Set(errors.map((error) => (isApiError(error) ? error.code : String(error))))],
    }
  },
  naiveBurst,
  /** The 30-second check as the app starts it; `deviceClock` is the control's: it believes the device. */
  startUpkeep: ({ deviceClock = false } = {}) =>
    void startProactiveRefresh({
      token: accessToken,
      refresh: (failed) => {
        const asked = refresher.refresh(failed)
        renewal = asked
        return asked
      },
      waitMs: refresher.waitMs,
      ...(deviceClock && { serverNow: () => Date.now() }),
    }),
  /** When no renewal of the upkeep is under way. */
  settled: () => renewal.then(nothing, nothing),
}

declare global {
  interface Window {
    harness: typeof harness
  }
}
window.harness = harness
document.title = 'ready'
