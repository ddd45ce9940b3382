/** Sends the outbox at the start and whenever the connection returns, on every page. */
import i18next from 'i18next'
import { store } from '#src/app/store.ts'
import { selectClientInfo } from '#src/core/client-config/client-config-slice.ts'
import { isFeatureOff } from '#src/core/client-config/features.ts'
import { isReachable, onConnectivity } from '#src/core/http/connectivity.ts'
import { loadTexts } from '#src/core/i18n/language.ts'
import { showToast } from '#src/core/notify/notify-slice.ts'
import { loadOutbox } from '#src/core/offline/outbox.ts'
import { takeOverOldRows } from '#src/core/offline/migration/take-over.ts'
import { prepareEncryption } from './encrypted-outbox.ts'

/** Warns about outbox entries that were damaged on the device. */
const warnAboutDamage = async () => {
  await loadTexts('offline')
  const title = i18next.t('offline:outbox.damagedTitle')
  store.dispatch(showToast({ kind: 'warning', title, message: i18next.t('offline:outbox.damagedToast') }))
}

const send = async () => {
  await takeOverOldRows().catch(() => undefined)
  if (!isReachable()) return
  // What was encrypted at an earlier sign-out comes first: it is older.
  if ((await prepareEncryption()) > 0) await warnAboutDamage()
  const sources = await loadOutbox(
    ({ sendsAtStart = false, feature }) =>
      sendsAtStart && !isFeatureOff(selectClientInfo(store.getState()), feature),
  )
  await Promise.all(sources.map((source) => source.retry()))
}
const sendQuietly = () => void send().catch(() => undefined)

let isListening = false
/** The queues read the signed-in person on each send; one listener is enough. */
export const sendOutbox = (): void => {
  sendQuietly()
  if (!isListening) onConnectivity(sendQuietly)
  isListening = true
}
