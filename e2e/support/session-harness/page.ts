/** The app's session code on an empty page, so that a test can make hundreds of calls at once. */
import { getClientInfo } from '#contract/client-info/client-info.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import { isApiError } from '#src/core/http/api-error.ts'
import { accessToken, refresher } from '#src/core/session/live-session.ts'
import { startProactiveRefresh } from '#src/core/session/proactive.ts'
import { signIn, startSessionEvents, storedUser } from '#src/core/session/session.ts'
import { naiveBurst } from './naive.ts'

startSessionEvents()

let lastRefresh: Promise<unknown> = Promise.resolve()
const ignore = () => undefined

const harness = {
  signIn,
  user: storedUser,
  /** Makes some calls at once. Counts the successful ones and lists the error codes of the others. */
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
  /** The 30-second check as the app starts it. `deviceClock` is for the control, which trusts the device's clock. */
  startUpkeep: ({ deviceClock = false } = {}) =>
    void startProactiveRefresh({
      token: accessToken,
      refresh: (failed) => {
        const refresh = refresher.refresh(failed)
        lastRefresh = refresh
        return refresh
      },
      waitMs: refresher.waitMs,
      ...(deviceClock && { serverNow: () => Date.now() }),
    }),
  /** Resolves when the check has no refresh in flight. */
  settled: () => lastRefresh.then(ignore, ignore),
}

declare global {
  interface Window {
    harness: typeof harness
  }
}
window.harness = harness
document.title = 'ready'
