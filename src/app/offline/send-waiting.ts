/** What an earlier visit left behind goes out at the start and whenever the connection is back, whatever page is open. */
import i18next from 'i18next'
import { store } from '#src/app/store.ts'
import { isReachable, onConnectivity } from '#src/core/http/connectivity.ts'
import { loadTexts } from '#src/core/i18n/setup-i18next.ts'
import { showToast } from '#src/core/notify/notify-slice.ts'
import { loadOutbox } from '#src/core/offline/outbox.ts'
import { takeOverOldRows } from '#src/core/offline/migration/take-over.ts'
import { prepareEncryption } from './encrypted-outbox.ts'

/** What was changed on the device in between is told, not dropped without a word. */
const tellDamaged = async () => {
  await loadTexts('offline')
  const title = i18next.t('offline:outbox.damagedTitle')
  store.dispatch(showToast({ kind: 'warning', title, message: i18next.t('offline:outbox.damagedToast') }))
}

const send = async () => {
  await takeOverOldRows().catch(() => undefined)
  if (!isReachable()) return
  // What was encrypted when this person left comes first: it is older.
  if ((await prepareEncryption()) > 0) await tellDamaged()
  const sources = await loadOutbox(({ sendsAtStart = false }) => sendsAtStart)
  await Promise.all(sources.map((source) => source.retry()))
}
const sendQuietly = () => void send().catch(() => undefined)

let isListening = false
/** The queues belong to whoever is signed in at the time; listening once is enough. */
export const sendWaiting = (): void => {
  sendQuietly()
  if (!isListening) onConnectivity(sendQuietly)
  isListening = true
}
