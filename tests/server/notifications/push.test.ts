import { createPublicKey, verify } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  getPreferences,
  getUnread,
  notificationKinds,
  PUSHES_PER_DAY,
  readNotifications,
  setPreferences,
  subscribePush,
  testPush,
  unsubscribePush,
  type Preferences,
} from '#contract/notifications/notifications.ts'
import { notificationJobs } from '#server/features/notifications/index.ts'
import { isPushService } from '#server/features/notifications/push/push-services.ts'
import { pushSubscription, HOME, SERVICE, startWorld, type World } from './world.ts'

// Noon in Kolkata.
const NOON = '2026-11-21T06:30:00Z'
let world: World
beforeAll(async () => {
  world = await startWorld(NOON)
})
afterAll(() => world.close())
beforeEach(() => {
  world.service.answerWith(201)
  world.service.requests.length = 0
})

let events = 0
const notify = (userId: number, title = 'Loops', dedupeKey = `push:${(events += 1)}`) =>
  world.server.core.db.withTenant(HOME, (db) =>
    world.notifier.notify(db, HOME, {
      userIds: [userId],
      kind: 'mention',
      params: { who: 'Vikram', title },
      link: '/community/thread/5#comment-7',
      dedupeKey,
    }),
  )
const addReader = async (name: string, timeZone = 'Asia/Kolkata') => {
  const id = await world.addMember(name, { timeZone })
  await world.call(id, subscribePush, pushSubscription(name))
  return id
}
const runPushJob = async () => (await world.jobs.push.look()).pushed
const deviceCount = async (id: number) =>
  (await world.call(id, getPreferences)).json<Preferences>().push_devices

describe('pushes', () => {
  it('sends one signed and encrypted message to the push service', async () => {
    const asha = await addReader('Asha')
    await notify(asha, 'A title nobody else may read')
    expect(await runPushJob()).toBe(1)
    expect(await runPushJob()).toBe(0)

    const [request, ...more] = world.service.requests
    expect(more).toEqual([])
    expect(request?.url).toBe(`${SERVICE}/Asha`)
    expect(request?.headers.get('content-encoding')).toBe('aes128gcm')
    expect(Number(request?.headers.get('ttl'))).toBeGreaterThan(0)
    expect(request?.body.length).toBeLessThan(4096)
    expect(Buffer.from(request?.body ?? []).includes('nobody else')).toBe(false)

    // RFC 8292: the service can verify who sends and that the message is meant for it.
    const [, token = '', key = ''] =
      /^vapid t=([^,]+), ?k=(.+)$/.exec(request?.headers.get('authorization') ?? '') ?? []
    const { push_key: publicKey } = (await world.call(asha, getPreferences)).json<Preferences>()
    expect(key).toBe(publicKey)
    const [head = '', claims = '', signature = ''] = token.split('.')
    const point = Buffer.from(key, 'base64url')
    const jwk = {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    }
    const isSigned = (text: string) =>
      verify(
        'sha256',
        Buffer.from(text),
        { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
        Buffer.from(signature, 'base64url'),
      )
    expect(isSigned(`${head}.${claims}`)).toBe(true)
    expect(isSigned(`${head}.${claims}x`)).toBe(false)
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({ aud: SERVICE })
  })

  it.each(notificationKinds)(
    'stays within the size limit with the longest names and titles in %s',
    async (kind) => {
      const reader = await addReader(`Far ${kind}`)
      const repeat = (char: string) => char.repeat(300)
      const params = {
        who: repeat('👩'),
        title: repeat('𝒳'),
        reason: repeat('"'),
        points: 1,
        of: 2,
        minutes: 3,
      }
      await world.server.core.db.withTenant(HOME, (db) =>
        world.notifier.notify(db, HOME, {
          userIds: [reader],
          kind,
          params,
          link: '/',
          dedupeKey: `long:${kind}`,
        }),
      )
      expect(await runPushJob()).toBe(1)
      // RFC 8291 section 4: services accept 4,096 bytes. A badge has none of the long words: its name is the app's.
      const least = kind === 'badge_earned' ? 100 : 1_000
      expect(world.service.requests.map(({ body }) => body.length > least && body.length <= 4_096)).toEqual([
        true,
      ])
    },
  )

  it('is sent once by two processes after 100 simultaneous calls with one key', async () => {
    const bela = await addReader('Bela')
    await Promise.all(Array.from({ length: 100 }, () => notify(bela, 'Once', 'push:same')))
    const otherProcess = notificationJobs(world.server.core, () => Promise.resolve(true), {
      fetch: world.service.fetch,
      isPushService: (endpoint) => endpoint.startsWith(SERVICE),
    })
    await Promise.all([runPushJob(), otherProcess.push.look(), runPushJob(), otherProcess.push.look()])
    expect(world.service.requests).toHaveLength(1)
  })

  it('sends nothing when the notification is read first or switched off', async () => {
    const chitra = await addReader('Chitra')
    await notify(chitra)
    await world.call(chitra, readNotifications, {
      up_to: (await world.call(chitra, getUnread)).json<{ latest_id: number }>().latest_id,
    })
    await world.call(chitra, setPreferences, { kinds: [{ kind: 'mention', channel: 'push', on: false }] })
    await notify(chitra)
    await runPushJob()
    expect(world.service.requests).toEqual([])
    expect((await world.call(chitra, getUnread)).json<{ unread: number }>().unread).toBe(1)
  })
})

describe('push times', () => {
  it("waits until quiet hours in the person's zone are over", async () => {
    const dev = await addReader('Dev')
    await world.call(dev, setPreferences, { quiet: { from: 11 * 60, to: 13 * 60 } })
    await notify(dev)
    expect(await runPushJob()).toBe(0)
    world.clock.advance(59 * 60_000)
    expect(await runPushJob()).toBe(0)
    world.clock.advance(60_000)
    expect(await runPushJob()).toBe(1)
    world.clock.set(NOON)
  })

  it('stops at the daily maximum and continues the next day', async () => {
    const esha = await addReader('Esha')
    for (let n = 0; n < PUSHES_PER_DAY + 3; n += 1) await notify(esha)
    await Promise.all([runPushJob(), runPushJob()])
    expect(world.service.requests).toHaveLength(PUSHES_PER_DAY)
    expect((await world.call(esha, getUnread)).json<{ unread: number }>().unread).toBe(PUSHES_PER_DAY + 3)
    // Midnight in her zone, half past six in the evening on the server.
    world.clock.set('2026-11-21T18:29:00Z')
    await notify(esha)
    expect(await runPushJob()).toBe(0)
    world.clock.set('2026-11-21T18:31:00Z')
    await notify(esha)
    expect(await runPushJob()).toBe(1)
    world.clock.set(NOON)
  })

  it('retries after a busy service without counting twice', async () => {
    const farah = await addReader('Farah')
    world.service.answerWith(503)
    await notify(farah)
    expect(await runPushJob()).toBe(0)
    expect(await runPushJob()).toBe(0)
    expect(world.service.requests).toHaveLength(1)
    world.service.answerWith(201)
    world.clock.advance(31_000)
    expect(await runPushJob()).toBe(1)
    expect(world.service.requests).toHaveLength(2)
    world.clock.set(NOON)
  })
})

describe('push subscriptions', () => {
  it.each([404, 410])('removes the subscription when the service answers %i', async (status) => {
    const removed = await addReader(`Gone ${status}`)
    expect(await deviceCount(removed)).toBe(1)
    world.service.answerWith(status)
    await notify(removed)
    await runPushJob()
    expect(await deviceCount(removed)).toBe(0)
    // Control: after another error the subscription stays.
    const remaining = await addReader(`Kept ${status}`)
    world.service.answerWith(400)
    await notify(remaining)
    await runPushJob()
    expect(await deviceCount(remaining)).toBe(1)
  })

  it('sends nothing to a subscription whose session was signed out elsewhere', async () => {
    const gita = await addReader('Gita')
    await world.server.db.asSuperuser(`update user_session set revoked_at = now() where user_id = $1`, [gita])
    await notify(gita)
    await runPushJob()
    expect(world.service.requests).toEqual([])
  })

  it('belongs to the last person who subscribed with the browser', async () => {
    const hari = await world.addMember('Hari')
    const isha = await world.addMember('Isha')
    const browser = pushSubscription('shared')
    await world.call(hari, subscribePush, browser)
    await world.call(isha, subscribePush, browser)
    await notify(hari)
    await runPushJob()
    expect(world.service.requests).toEqual([])
    expect([await deviceCount(hari), await deviceCount(isha)]).toEqual([0, 1])
    // Nobody can remove another person's subscription.
    await world.call(hari, unsubscribePush, { endpoint: browser.endpoint })
    expect(await deviceCount(isha)).toBe(1)
    await world.call(isha, unsubscribePush, { endpoint: browser.endpoint })
    expect(await deviceCount(isha)).toBe(0)
  })

  it('rejects addresses that are no push service', async () => {
    const jaya = await world.addMember('Jaya')
    const internalAddress = { ...pushSubscription('x'), endpoint: 'http://169.254.169.254/latest' }
    expect((await world.call(jaya, subscribePush, internalAddress)).status).toBe(422)
    const known = [
      'https://fcm.googleapis.com/fcm/send/a',
      'https://updates.push.services.mozilla.com/wpush/v2/a',
      'https://web.push.apple.com/a',
      'https://db5p.notify.windows.com/w/?token=a',
    ]
    expect(known.filter((endpoint) => !isPushService(endpoint))).toEqual([])
    const hostile = [
      'http://fcm.googleapis.com/a',
      'https://fcm.googleapis.com:8443/a',
      'https://fcm.googleapis.com@evil.test/a',
      'https://user:pass@fcm.googleapis.com/a',
      'https://fcm.googleapis.com.evil.test/a',
      'https://evil-push.apple.com.test/a',
      'https://xpush.services.mozilla.com/a',
      'https://localhost/a',
      'file:///etc/passwd',
      '',
    ]
    expect(hostile.filter(isPushService)).toEqual([])
  })

  it('sends a test at any hour and tells how many devices received it', async () => {
    const kavi = await addReader('Kavi')
    await world.call(kavi, setPreferences, { quiet: { from: 0, to: 1439 } })
    expect((await world.call(kavi, testPush)).json<{ sent: number }>()).toEqual({ sent: 1 })
    world.service.answerWith(500)
    expect((await world.call(kavi, testPush)).json<{ sent: number }>()).toEqual({ sent: 0 })
  })
})
