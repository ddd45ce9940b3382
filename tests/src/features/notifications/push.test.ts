import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  FIRST_MAIL_CHOICE,
  getPreferences,
  subscribePush,
  unsubscribePush,
} from '#contract/notifications/notifications.ts'
import { signIn } from '#src/core/sign-out/sign-in.ts'
import { isDeviceKey, keys } from '#src/core/storage/keys.ts'
import {
  alignPush,
  disablePush,
  enablePush,
  forgetPushHere,
  isSubscribed,
  supportSoon,
} from '#src/features/notifications/live/push.ts'
import { aPage, aSignedIn } from '#tests/support/server/client.ts'
import { failWith, fakeCall } from '#tests/support/web/msw.ts'

/** A browser with one worker, whose subscription changes as browsers change it. */
const aBrowser = () => {
  let current: { endpoint: string } | null = null
  let made = 0
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
        made += 1
        current = subscription(`https://fcm.googleapis.com/fcm/send/${made}`)
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

describe('pushes on this device', () => {
  it('given the person wants them, when turned on and off, then server and browser follow', async () => {
    const browser = aBrowser()
    const joined = fakeCall(subscribePush, { push_devices: 1 })
    const left = fakeCall(unsubscribePush, undefined)
    expect(await enablePush(KEY)).toBe(true)
    expect(joined.requests.map(({ body }) => body.endpoint)).toEqual([FIRST])
    expect(browser.subscribed[0]?.userVisibleOnly).toBe(true)
    expect(await isSubscribed()).toBe(true)

    await disablePush()
    expect(left.requests.map(({ body }) => body.endpoint)).toEqual([FIRST])
    expect(browser.current()).toBeNull()
    expect(await isSubscribed()).toBe(false)
  })

  it('given the person says no, or the server refuses, when turned on, then this device is not theirs', async () => {
    const browser = aBrowser()
    browser.requestPermission.mockResolvedValueOnce('denied')
    expect(await enablePush(KEY)).toBe(false)
    expect(browser.subscribed).toEqual([])
    fakeCall(subscribePush, failWith('internal_error'))
    await expect(enablePush(KEY)).rejects.toMatchObject({ code: 'internal_error' })
    expect(await isSubscribed()).toBe(false)
  })

  it('given the server cannot be reached, when turned off, then this device is silent all the same', async () => {
    const browser = aBrowser()
    fakeCall(subscribePush, { push_devices: 1 })
    fakeCall(unsubscribePush, failWith('not_ready'))
    await enablePush(KEY)
    await disablePush()
    expect(browser.current()).toBeNull()
  })

  it('given a browser that changed the address, or lost it, when the app opens, then the server learns the new one', async () => {
    const browser = aBrowser()
    const joined = fakeCall(subscribePush, { push_devices: 1 })
    await enablePush(KEY)
    await alignPush()
    expect(joined.requests).toHaveLength(1)
    browser.replaceBy('https://fcm.googleapis.com/fcm/send/moved')
    await alignPush()
    expect(joined.requests.at(-1)?.body.endpoint).toBe('https://fcm.googleapis.com/fcm/send/moved')
    browser.drop()
    fakeCall(getPreferences, {
      kinds: [],
      mail: FIRST_MAIL_CHOICE,
      quiet: null,
      time_zone: 'UTC',
      push_key: KEY,
      push_devices: 0,
    })
    await alignPush()
    expect(joined.requests).toHaveLength(3)
    expect(await isSubscribed()).toBe(true)
  })

  it('given what somebody else left behind, when the app opens for another person, then it goes and nobody is joined', async () => {
    const browser = aBrowser()
    const joined = fakeCall(subscribePush, { push_devices: 1 })
    browser.replaceBy('https://fcm.googleapis.com/fcm/send/theirs')
    await alignPush()
    expect(browser.current()).toBeNull()
    expect(joined.requests).toEqual([])
  })

  it('given a sign-out, when all is forgotten, then no push arrives here any more and none stays on the screen', async () => {
    const browser = aBrowser()
    fakeCall(subscribePush, { push_devices: 1 })
    await enablePush(KEY)
    await forgetPushHere()
    expect(browser.current()).toBeNull()
    expect(browser.closed).toEqual(['one'])
    // The wish is the person's, not the device's: it is cleared with everything else of them.
    expect(isDeviceKey(keys.pushDevice)).toBe(false)
  })
})

describe('what this browser can do, asked at a first visit', () => {
  const withWorker = (comes: boolean) => {
    let there = false
    const ready = new Promise<void>((resolve) => {
      if (comes)
        setTimeout(() => {
          there = true
          resolve()
        }, 4000)
    })
    vi.stubGlobal('navigator', {
      userAgent: 'test',
      maxTouchPoints: 0,
      serviceWorker: { ready, getRegistration: () => Promise.resolve(there ? {} : undefined) },
    })
    vi.stubGlobal('PushManager', class {})
    vi.stubGlobal('Notification', { permission: 'default' })
  }
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
  afterEach(() => void vi.useRealTimers())

  it.each([
    ['comes a few seconds later', true, 'ready'],
    ['never comes', false, 'unsupported'],
  ] as const)(
    'given a worker that %s, when asked, then the answer waits for it',
    async (_what, comes, answer) => {
      withWorker(comes)
      const asked = supportSoon()
      await vi.advanceTimersByTimeAsync(15_000)
      expect(await asked).toBe(answer)
    },
  )
})
