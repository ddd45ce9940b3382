/** This browser's push subscription: it belongs to the signed-in person and ends with the session. */
import { getPreferences, subscribePush, unsubscribePush } from '#contract/notifications/notifications.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import { isIos, thisDevice } from '#src/core/pwa/ios-prompt.ts'
import { clientId } from '#src/core/client-config/runtime-config.ts'
import { storedUser } from '#src/core/session/session.ts'
import { idbDelete, idbPut } from '#src/core/storage/idb.ts'
import { keys } from '#src/core/storage/keys.ts'
import { safeLocal } from '#src/core/storage/safe-storage.ts'
import { pushSupport, type PushSupport } from '../model/push-support.ts'

const registration = async (): Promise<ServiceWorkerRegistration | null> =>
  'serviceWorker' in navigator ? ((await navigator.serviceWorker.getRegistration('/')) ?? null) : null

export const currentSubscription = async (): Promise<PushSubscription | null> =>
  (await (await registration())?.pushManager?.getSubscription()) ?? null

/** Whether this browser can receive pushes now. */
export const currentPushSupport = async (): Promise<PushSupport> => {
  const device = thisDevice()
  return pushSupport({
    worker: (await registration()) !== null,
    pushManager: 'PushManager' in window,
    permission: 'Notification' in window ? Notification.permission : null,
    ios: isIos(device),
    standalone: device.standalone,
  })
}

/** The worker registers after the first page of a visit; on a slow phone that takes less than this. */
const WORKER_WAIT_MS = 15_000

/**
 * The same, but waits for a worker that is still registering: a first visit must not be told that push is
 * unsupported.
 */
export const pushSupportWhenReady = async (): Promise<PushSupport> => {
  const support = await currentPushSupport()
  if (support !== 'unsupported' || !('serviceWorker' in navigator) || (await registration())) return support
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise((resolve) => (timer = setTimeout(resolve, WORKER_WAIT_MS)))
  await Promise.race([navigator.serviceWorker.ready, timeout])
  clearTimeout(timer)
  return currentPushSupport()
}

/** Whether this browser is subscribed at the person's request. */
export const isSubscribed = async (): Promise<boolean> => {
  const endpoint = safeLocal.get(keys.pushDevice)
  return endpoint !== null && (await currentSubscription())?.endpoint === endpoint
}

const decodeKey = (base64url: string) =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
    character.charCodeAt(0),
  )

const registerSubscription = async (pushSubscription: PushSubscription): Promise<void> => {
  const { keys: secrets } = pushSubscription.toJSON()
  await authedCall(subscribePush, {
    body: {
      endpoint: pushSubscription.endpoint,
      keys: { p256dh: secrets?.['p256dh'] ?? '', auth: secrets?.['auth'] ?? '' },
    },
  })
  safeLocal.set(keys.pushDevice, pushSubscription.endpoint)
  await storePushOwner()
}

/** The worker shows pushes only for this person. */
const storePushOwner = () => idbPut(keys.pushOwner, { clientId: clientId(), userId: storedUser()?.id ?? 0 })

/** Asks for permission if needed; false when the person declines. */
export const enablePush = async (publicKey: string): Promise<boolean> => {
  if ((await Notification.requestPermission()) !== 'granted') return false
  const worker = await registration()
  if (!worker) return false
  const options = { userVisibleOnly: true, applicationServerKey: decodeKey(publicKey) }
  const pushSubscription = await worker.pushManager.subscribe(options).catch(async (error: unknown) => {
    // A subscription under an older server key must be removed first.
    if (!(error instanceof DOMException) || error.name !== 'InvalidStateError') throw error
    await (await currentSubscription())?.unsubscribe()
    return worker.pushManager.subscribe(options)
  })
  await registerSubscription(pushSubscription)
  return true
}

/** Unsubscribes the browser at once. If the server is unreachable, it learns that from the push service. */
export const disablePush = async (): Promise<void> => {
  const pushSubscription = await currentSubscription()
  safeLocal.remove(keys.pushDevice)
  await idbDelete(keys.pushOwner)
  if (!pushSubscription) return
  const { endpoint } = pushSubscription
  await pushSubscription.unsubscribe()
  await authedCall(unsubscribePush, { body: { endpoint } }).catch(() => undefined)
}

/**
 * Runs once per page load: browsers renew subscriptions on their own, and a subscription left by another
 * person is removed.
 */
export const syncPush = async (): Promise<void> => {
  const endpoint = safeLocal.get(keys.pushDevice)
  const pushSubscription = await currentSubscription()
  if (!pushSubscription) {
    if (
      endpoint === null ||
      (await currentPushSupport()) !== 'ready' ||
      Notification.permission !== 'granted'
    )
      return
    const { push_key: publicKey } = await authedCall(getPreferences)
    await enablePush(publicKey)
    return
  }
  if (endpoint === null) await pushSubscription.unsubscribe()
  else if (endpoint !== pushSubscription.endpoint) await registerSubscription(pushSubscription)
  else await storePushOwner()
}

/** Removes the person's notifications from the screen and stops further pushes. */
export const clearPush = async (): Promise<void> => {
  await idbDelete(keys.pushOwner)
  const worker = await registration()
  await (await currentSubscription())?.unsubscribe()
  for (const notification of (await worker?.getNotifications?.()) ?? []) notification.close()
}
