/** What an earlier visit left behind goes out at the start and whenever the connection is back, whatever page is open. */
import { sendLeftAttempts } from '#src/features/assessments/index.ts'
import { forumOutbox } from '#src/features/community/index.ts'
import { progressOutbox } from '#src/features/course-player/index.ts'
import { isReachable, onConnectivity } from '#src/core/pwa/connectivity.ts'

const send = () => {
  if (!isReachable()) return
  void Promise.all([progressOutbox(), forumOutbox()])
    .then((sources) => Promise.all(sources.map((source) => source.retry())))
    .catch(() => undefined)
  void sendLeftAttempts().catch(() => undefined)
}

let listening = false
/** The queues belong to whoever is signed in at the time; listening once is enough. */
export const sendWaiting = (): void => {
  send()
  if (!listening) onConnectivity(send)
  listening = true
}
