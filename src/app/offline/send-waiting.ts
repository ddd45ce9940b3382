/** What an earlier visit left behind goes out at the start and whenever the connection is back, whatever page is open. */
import i18next from 'i18next'
import { store } from '#src/app/store.ts'
import { loadTexts } from '#src/core/i18n/language.ts'
import { showToast } from '#src/core/notify/notify-slice.ts'
import { attemptOutbox } from '#src/features/assessments/index.ts'
import { forumOutbox } from '#src/features/community/index.ts'
import { progressOutbox } from '#src/features/courses/learning/index.ts'
import { isReachable, onConnectivity } from '#src/core/pwa/connectivity.ts'
import { settleIn } from '#src/core/seal/arrive.ts'

/** What was changed on the device in between is told, not dropped without a word. */
const tellDamaged = async () => {
  await loadTexts('offline')
  const title = i18next.t('offline:outbox.damagedTitle')
  store.dispatch(showToast({ kind: 'warning', title, message: i18next.t('offline:outbox.damagedToast') }))
}

const send = () => {
  if (!isReachable()) return
  // What was sealed when this person left comes first: it is older.
  void settleIn()
    .then((damaged) => (damaged > 0 ? tellDamaged() : undefined))
    .then(() => Promise.all([attemptOutbox, progressOutbox, forumOutbox].map((source) => source.retry())))
    .catch(() => undefined)
}

let listening = false
/** The queues belong to whoever is signed in at the time; listening once is enough. */
export const sendWaiting = (): void => {
  send()
  if (!listening) onConnectivity(send)
  listening = true
}
