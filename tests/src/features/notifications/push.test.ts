import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  FIRST_MAIL_CHOICE,
  getPreferences,
  subscribePush,
  unsubscribePush,
} from '#contract/notifications/notifications.ts'
import { signIn } from '#src/core/session/session.ts'
import { keys } from '#src/core/storage/keys.ts'
import {
  syncPush,
  disablePush,
  enablePush,
  clearPush,
  isSubscribed,
  pushSupportWhenReady,
} from '#src/features/notifications/live/push.ts'
import { aPage, aSignedIn } from '#tests/support/server/client.ts'
import { failWith, fakeCall } from '#tests/support/web/msw.ts'

/** A fake browser with a worker and a subscription that it may change. */
const createBrowser = () => {
  let current: { endpoint: string } | null = null
  let count = 0
  const closed: string[] = []
  const subscribed: { userVisibleOnly?: boolean; applicationServerKey?: unknown }[] = []
  const subscription = (endpoint: string) => ({
    endpoint,
    toJSON: () => ({ endpoint, keys: { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) } }),
    unsubscribe: () => {
      current = null
      return Promise.resolve(true)
    },
  })
  const registration = {
    pushManager: {
      getSubscription: () => Promise.resolve(current),
      subscribe: (options: (typeof subscribed)[number]) => {
        subscribed.push(options)
        count += 1
        current = subscription(`https://fcm.googleapis.com/fcm/send/${count}`)
        return Promise.resolve(current)
      },
    },
    getNotifications: () => Promise.resolve([{ close: () => closed.push('one') }]),
  }
  vi.stubGlobal('navigator', {
    userAgent: 'test',
    maxTouchPoints: 0,
    locks: navigator.locks,
    serviceWorker: { getRegistration: () => Promise.resolve(registration) },
  })
  vi.stubGlobal('PushManager', class {})
  const requestPermission = vi.fn<() => Promise<NotificationPermission>>(() => Promise.resolve('granted'))
  vi.stubGlobal('Notification', { permission: 'granted', requestPermission })
  return {
    closed,
    subscribed,
    requestPermission,
    current: () => current?.endpoint ?? null,
    replaceBy: (endpoint: string) => {
      current = subscription(endpoint)
    },
    drop: () => {
      current = null
    },
  }
}

beforeEach(async () => {
  aPage()
  await signIn(aSignedIn())
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
})
afterEach(() => vi.unstubAllGlobals())

const KEY = 'B'.repeat(87)
const FIRST = 'https://fcm.googleapis.com/fcm/send/1'

describe('push on this device', () => {
  it('subscribes and unsubscribes the server and the browser', async () => {
    const browser = createBrowser()
    const subscribeCall = fakeCall(subscribePush, { push_devices: 1 })
    const unsubscribeCall = fakeCall(unsubscribePush, undefined)
    expect(await enablePush(KEY)).toBe(true)
    expect(subscribeCall.requests.map(({ body }) => body.endpoint)).toEqual([FIRST])
    expect(browser.subscribed[0]?.userVisibleOnly).toBe(true)
    expect(await isSubscribed()).toBe(true)

    await disablePush()
    expect(unsubscribeCall.requests.map(({ body }) => body.endpoint)).toEqual([FIRST])
    expect(browser.current()).toBeNull()
    expect(await isSubscribed()).toBe(false)
  })

  it('is not subscribed when the person declines or the server fails', async () => {
    const browser = createBrowser()
    browser.requestPermission.mockResolvedValueOnce('denied')
    expect(await enablePush(KEY)).toBe(false)
    expect(browser.subscribed).toEqual([])
    fakeCall(subscribePush, failWith('internal_error'))
    await expect(enablePush(KEY)).rejects.toMatchObject({ code: 'internal_error' })
    expect(await isSubscribed()).toBe(false)
  })

  it('unsubscribes the browser when the server is unreachable', async () => {
    const browser = createBrowser()
    fakeCall(subscribePush, { push_devices: 1 })
    fakeCall(unsubscribePush, failWith('not_ready'))
    await enablePush(KEY)
    await disablePush()
    expect(browser.current()).toBeNull()
  })

  it('sends a changed or lost subscription to the server on start', async () => {
    const browser = createBrowser()
    const subscribeCall = fakeCall(subscribePush, { push_devices: 1 })
    await enablePush(KEY)
    await syncPush()
    expect(subscribeCall.requests).toHaveLength(1)
    browser.replaceBy('https://fcm.googleapis.com/fcm/send/moved')
    await syncPush()
    expect(subscribeCall.requests.at(-1)?.body.endpoint).toBe('https://fcm.googleapis.com/fcm/send/moved')
    browser.drop()
    fakeCall(getPreferences, {
      kinds: [],
      mail: FIRST_MAIL_CHOICE,
      quiet: null,
      time_zone: 'UTC',
      push_key: KEY,
      push_devices: 0,
    })
    await syncPush()
    expect(subscribeCall.requests).toHaveLength(3)
    expect(await isSubscribed()).toBe(true)
  })

  it("removes another person's subscription and subscribes nobody", async () => {
    const browser = createBrowser()
    const subscribeCall = fakeCall(subscribePush, { push_devices: 1 })
    browser.replaceBy('https://fcm.googleapis.com/fcm/send/theirs')
    await syncPush()
    expect(browser.current()).toBeNull()
    expect(subscribeCall.requests).toEqual([])
  })

  it('stops pushes and closes notifications at sign-out', async () => {
    const browser = createBrowser()
    fakeCall(subscribePush, { push_devices: 1 })
    await enablePush(KEY)
    await clearPush()
    expect(browser.current()).toBeNull()
    expect(browser.closed).toEqual(['one'])
    // The choice belongs to the person, so sign-out clears it (core/storage/keys.ts).
    const { deviceKeys } = await import('#src/core/storage/keys.ts')
    expect(deviceKeys).not.toContain(keys.pushDevice)
  })
})

describe('push support at a first visit', () => {
  const withWorker = (isRegistered: boolean) => {
    let hasWorker = false
    const ready = new Promise<void>((resolve) => {
      if (isRegistered)
        setTimeout(() => {
          hasWorker = true
          resolve()
        }, 4000)
    })
    vi.stubGlobal('navigator', {
      userAgent: 'test',
      maxTouchPoints: 0,
      serviceWorker: { ready, getRegistration: () => Promise.resolve(hasWorker ? {} : undefined) },
    })
    vi.stubGlobal('PushManager', class {})
    vi.stubGlobal('Notification', { permission: 'default' })
  }
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
  afterEach(() => void vi.useRealTimers())

  it.each([
    ['registers a few seconds later', true, 'ready'],
    ['never registers', false, 'unsupported'],
  ] as const)('waits for a worker that %s', async (_what, isRegistered, answer) => {
    withWorker(isRegistered)
    const support = pushSupportWhenReady()
    await vi.advanceTimersByTimeAsync(15_000)
    expect(await support).toBe(answer)
  })
})
