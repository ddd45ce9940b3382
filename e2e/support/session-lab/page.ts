/** The app's own session machinery on an empty page, so that a test can make hundreds of calls at once. */
import { getClientInfo } from '#contract/client-info.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import { isApiError } from '#src/core/http/api-error.ts'
import { accessToken, refresher } from '#src/core/session/live-session.ts'
import { startProactiveRefresh } from '#src/core/session/proactive.ts'
import { signIn, startSessionEvents, storedUser } from '#src/core/session/session.ts'

startSessionEvents()

const lab = {
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
  startUpkeep: () =>
    void startProactiveRefresh({ token: accessToken, refresh: refresher.refresh, waitMs: refresher.waitMs }),
}

declare global {
  interface Window {
    lab: typeof lab
  }
}
window.lab = lab
document.title = 'ready'
