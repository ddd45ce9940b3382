/** What an earlier visit left behind goes out at the start and whenever the connection is back, whatever page is open. */
import { forumOutbox } from '#src/features/community/index.ts'
import { progressOutbox } from '#src/features/course-player/index.ts'
import { isReachable, onConnectivity } from '#src/core/pwa/connectivity.ts'

export const sendWaiting = (): (() => void) => {
  const send = () => {
    if (isReachable())
      void Promise.all([progressOutbox(), forumOutbox()])
        .then((sources) => Promise.all(sources.map((source) => source.retry())))
        .catch(() => undefined)
  }
  send()
  return onConnectivity(send)
}
