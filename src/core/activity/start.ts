/** Study time in this browser: the machine, the store and the calls, put together. */
import { v4 } from 'uuid'
import { trackTime } from '#contract/activity/activity.ts'
import { pathFor } from '#contract/endpoint.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import { clientId, runtimeConfig } from '#src/core/client-config/runtime-config.ts'
import { ApiError } from '#src/core/http/api-error.ts'
import { isReachable, onConnectivity } from '#src/core/http/connectivity.ts'
import { currentOwner } from '#src/core/offline/owner.ts'
import { onReturned } from '#src/core/offline/returned.ts'
import { accessToken } from '#src/core/session/session.ts'
import { activityKeys } from '#src/core/storage/keys.ts'
import { safeLocal } from '#src/core/storage/safe-storage.ts'
import { browserPage } from './browser-page.ts'
import { LOG_KEPT } from './constants.ts'
import { notifyCounted } from './counted.ts'
import { createDelivery, type Outcome, type Send } from './delivery.ts'
import { deviceInfo } from './device.ts'
import { deviceIntervalStore } from './device-store.ts'
import { outcomeOfFailure } from './send-outcome.ts'
import { createPauses, notifyingStore, provideSending } from './store-events.ts'
import type { Notes } from './store.ts'
import { startTracker, type Tracker } from './tracker.ts'

const notes: Notes = {
  read: (name) => {
    try {
      return JSON.parse(safeLocal.get(activityKeys[name]) ?? 'null') as unknown
    } catch {
      return null
    }
  },
  write: (name, value) => safeLocal.set(activityKeys[name], JSON.stringify(value)),
}

const localDay = (at: Date) =>
  [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0')).join('-')

const writeLog = (text: string) => {
  const lines = notes.read('log')
  notes.write('log', [...(Array.isArray(lines) ? lines : []), text].slice(-LOG_KEPT))
}

const failed = (status: number): Outcome => outcomeOfFailure(status, writeLog)

const sendCalmly: Send = async (payload) => {
  try {
    const { today_seconds: todaySeconds } = await authedCall(trackTime, { body: payload })
    notifyCounted(todaySeconds)
    return 'accepted'
  } catch (error) {
    return error instanceof ApiError && error.status !== null ? failed(error.status) : 'later'
  }
}

/** Outlives the page: `keepalive` with the token, else a beacon (spec 7), which knows us by its cookie. */
const sendUrgently: Send = async (payload) => {
  const url = runtimeConfig().api_base_url + pathFor(trackTime, { clientId: clientId() })
  const body = JSON.stringify(payload)
  const token = accessToken()
  try {
    if (!token) throw new Error('no token')
    const response = await fetch(url, {
      method: 'POST',
      keepalive: true,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body,
    })
    return response.ok ? 'accepted' : failed(response.status)
  } catch {
    // A beacon's `true` means queued, not arrived: the interval stays stored and a repeat is harmless.
    navigator.sendBeacon(url, new Blob([body], { type: 'text/plain' }))
    return 'later'
  }
}

const thisDevice = () =>
  deviceInfo({
    userAgent: navigator.userAgent,
    language: navigator.language,
    width: screen.width,
    height: screen.height,
    colorDepth: screen.colorDepth,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    touchPoints: navigator.maxTouchPoints,
  })

const openDelivery = (pageLife: string) => {
  const device = thisDevice()
  if (notes.read('deviceId') === null) notes.write('deviceId', v4())
  notes.write('deviceInfo', device)
  const store = notifyingStore(deviceIntervalStore())
  const pauses = createPauses()
  const delivery = createDelivery({
    store,
    notes,
    device,
    pageLife,
    owner: currentOwner,
    send: (payload, urgent) => (urgent ? sendUrgently : sendCalmly)(payload, urgent),
    wallNow: () => Date.now(),
    monoNow: () => performance.now(),
    wait: pauses.wait,
    log: writeLog,
  })
  onReturned(() => void delivery.flush())
  // Spec 4: also intervals that wait for their next retry.
  onConnectivity(() => {
    if (isReachable()) pauses.end()
  })
  provideSending(() => {
    pauses.end()
    return delivery.flush()
  })
  return { store, delivery }
}

/**
 * Starts counting for whoever is signed in; one a tab. `presentSince` is where on the page's clock that person has been
 * looking from; null from now on.
 */
export const startActivity = (presentSince: number | null = null): Tracker => {
  const pageLife = v4()
  const { store, delivery } = openDelivery(pageLife)
  return startTracker({
    page: browserPage(),
    now: () => ({ mono: performance.now(), wall: Date.now(), day: localDay(new Date()) }),
    newId: () => v4(),
    pageLife,
    store,
    notes,
    delivery,
    owner: currentOwner,
    every: (ms, action) => {
      const timer = setInterval(action, ms)
      return () => clearInterval(timer)
    },
    presentSince,
    soon: (action) => void setTimeout(action, 0),
  })
}
