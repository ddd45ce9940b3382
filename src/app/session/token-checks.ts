/** The access token is checked from when the page is there; until then each call checks it. */
import { refresher } from '#src/core/api/live-session.ts'
import { accessToken } from '#src/core/session/session.ts'
import { afterInteractive } from '#src/core/after-interactive.ts'

/** Returns how to stop. */
export const startTokenChecks = (): (() => void) => {
  let stop: () => void = () => undefined
  let isStopped = false
  void afterInteractive()
    .then(() => import('#src/core/session/proactive.ts'))
    .then(({ startProactiveRefresh }) => {
      if (!isStopped) stop = startProactiveRefresh({ token: accessToken, ...refresher })
    })
    .catch(() => undefined)
  return () => {
    isStopped = true
    stop()
  }
}
