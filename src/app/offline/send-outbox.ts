/** Sends the outbox at the start and whenever the connection returns, on every page. */
import i18next from 'i18next'
import { store } from '#src/app/store.ts'
import { loadTexts } from '#src/core/i18n/language.ts'
import { showToast } from '#src/core/notify/notify-slice.ts'
import { attemptOutbox } from '#src/features/assessments/index.ts'
import { forumOutbox } from '#src/features/community/index.ts'
import { progressOutbox } from '#src/features/courses/learning/index.ts'
import { isReachable, onConnectivity } from '#src/core/pwa/connectivity.ts'
import { settleIn } from '#src/core/seal/arrive.ts'

/** Warns about outbox entries that were damaged on the device. */
const warnAboutDamage = async () => {
  await loadTexts('offline')
  const title = i18next.t('offline:outbox.damagedTitle')
  store.dispatch(showToast({ kind: 'warning', title, message: i18next.t('offline:outbox.damagedToast') }))
}

const send = () => {
  if (!isReachable()) return
  // The encrypted outbox of an earlier sign-out comes first: it is older.
  void settleIn()
    .then((damagedCount) => (damagedCount > 0 ? warnAboutDamage() : undefined))
    .then(() => Promise.all([attemptOutbox, progressOutbox, forumOutbox].map((source) => source.retry())))
    .catch(() => undefined)
}

let isListening = false
/** The queues read the signed-in person on each send; one listener is enough. */
export const sendOutbox = (): void => {
  send()
  if (!isListening) onConnectivity(send)
  isListening = true
}
