/** This browser as one that is pushed to: joined with the person's sign-in, left with it. */
import { getPreferences, subscribePush, unsubscribePush } from '#contract/notifications/notifications.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import { isIos, thisDevice } from '#src/core/pwa/ios-prompt.ts'
import { clientId } from '#src/core/client-config/runtime-config.ts'
import { storedUser } from '#src/core/session/session.ts'
import { deleteValue, writeValue } from '#src/core/offline/db.ts'
import { keys } from '#src/core/storage/keys.ts'
import { safeLocal } from '#src/core/storage/safe-storage.ts'
import { pushSupport, type PushSupport } from '../model/push-support.ts'

const registration = async (): Promise<ServiceWorkerRegistration | null> =>
  'serviceWorker' in navigator ? ((await navigator.serviceWorker.getRegistration('/')) ?? null) : null

export const subscription = async (): Promise<PushSubscription | null> =>
  (await (await registration())?.pushManager?.getSubscription()) ?? null

/** What this browser can do now. */
export const supportHere = async (): Promise<PushSupport> => {
  const device = thisDevice()
  return pushSupport({
    worker: (await registration()) !== null,
    pushManager: 'PushManager' in window,
    permission: 'Notification' in window ? Notification.permission : null,
    ios: isIos(device),
    standalone: device.standalone,
  })
}

/** The worker is registered once the first page of a visit is done: longer than that takes on a slow phone. */
const WORKER_COMES_MS = 15_000

/** The same, with patience for a worker that is still on its way: a first visit must not hear that nothing works. */
export const supportSoon = async (): Promise<PushSupport> => {
  const now = await supportHere()
  if (now !== 'unsupported' || !('serviceWorker' in navigator) || (await registration())) return now
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise((resolve) => (timer = setTimeout(resolve, WORKER_COMES_MS)))
  await Promise.race([navigator.serviceWorker.ready, late])
  clearTimeout(timer)
  return supportHere()
}

/** True while this browser is the person's, by their own wish. */
export const isSubscribed = async (): Promise<boolean> => {
  const known = safeLocal.get(keys.pushDevice)
  return known !== null && (await subscription())?.endpoint === known
}

const bytesOf = (base64url: string) =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))

const hand = async (made: PushSubscription): Promise<void> => {
  const { keys: secret } = made.toJSON()
  await authedCall(subscribePush, {
    body: {
      endpoint: made.endpoint,
      keys: { p256dh: secret?.['p256dh'] ?? '', auth: secret?.['auth'] ?? '' },
    },
  })
  safeLocal.set(keys.pushDevice, made.endpoint)
  await keepOwner()
}

/** The worker draws what is for this person and nothing else. */
const keepOwner = () =>
  writeValue('personal', keys.pushOwner, { clientId: clientId(), userId: storedUser()?.id ?? 0 })

/** Asks the person where the browser wants that; false when they said no. */
export const enablePush = async (publicKey: string): Promise<boolean> => {
  if ((await Notification.requestPermission()) !== 'granted') return false
  const worker = await registration()
  if (!worker) return false
  const options = { userVisibleOnly: true, applicationServerKey: bytesOf(publicKey) }
  const made = await worker.pushManager.subscribe(options).catch(async (error: unknown) => {
    // Left from another key of the server: that one goes first.
    if (!(error instanceof DOMException) || error.name !== 'InvalidStateError') throw error
    await (await subscription())?.unsubscribe()
    return worker.pushManager.subscribe(options)
  })
  await hand(made)
  return true
}

/** Here at once; the server hears of it when it can be reached, else learns it from the push service. */
export const disablePush = async (): Promise<void> => {
  const made = await subscription()
  safeLocal.remove(keys.pushDevice)
  await deleteValue('personal', keys.pushOwner)
  if (!made) return
  const { endpoint } = made
  await made.unsubscribe()
  await authedCall(unsubscribePush, { body: { endpoint } }).catch(() => undefined)
}

/** Once a page load: browsers renew subscriptions by themselves, and what somebody else left behind goes. */
export const alignPush = async (): Promise<void> => {
  const wished = safeLocal.get(keys.pushDevice)
  const made = await subscription()
  if (!made) {
    if (wished === null || (await supportHere()) !== 'ready' || Notification.permission !== 'granted') return
    const { push_key: publicKey } = await authedCall(getPreferences)
    await enablePush(publicKey)
    return
  }
  if (wished === null) await made.unsubscribe()
  else if (wished !== made.endpoint) await hand(made)
  else await keepOwner()
}

/** Nothing of the person stays on the device's screen, and nothing more is pushed to it. */
export const forgetPushHere = async (): Promise<void> => {
  await deleteValue('personal', keys.pushOwner)
  const worker = await registration()
  await (await subscription())?.unsubscribe()
  for (const shown of (await worker?.getNotifications?.()) ?? []) shown.close()
}
