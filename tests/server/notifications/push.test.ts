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
import { aBrowser, HOME, SERVICE, startWorld, type World } from './world.ts'

// Noon in Kolkata.
const NOON = '2026-11-21T06:30:00Z'
let world: World
beforeAll(async () => {
  world = await startWorld(NOON)
})
afterAll(() => world.close())
beforeEach(() => {
  world.service.answer(201)
  world.service.requests.length = 0
})

let occasion = 0
const tell = (userId: number, title = 'Loops', dedupeKey = `push:${(occasion += 1)}`) =>
  world.server.core.db.withTenant(HOME, (db) =>
    world.tell.notify(db, HOME, {
      userIds: [userId],
      kind: 'mention',
      params: { who: 'Vikram', title },
      link: '/community/thread/5#comment-7',
      dedupeKey,
    }),
  )
const aReader = async (name: string, timeZone = 'Asia/Kolkata') => {
  const id = await world.addMember(name, { timeZone })
  await world.call(id, subscribePush, aBrowser(name))
  return id
}
const look = async () => (await world.jobs.push.look()).pushed
const devices = async (id: number) => (await world.call(id, getPreferences)).json<Preferences>().push_devices

describe('a push', () => {
  it('given a browser, when its person is told, then one signed, sealed message goes to its service', async () => {
    const asha = await aReader('Asha')
    await tell(asha, 'A title nobody else may read')
    expect(await look()).toBe(1)
    expect(await look()).toBe(0)

    const [request, ...more] = world.service.requests
    expect(more).toEqual([])
    expect(request?.url).toBe(`${SERVICE}/Asha`)
    expect(request?.headers.get('content-encoding')).toBe('aes128gcm')
    expect(Number(request?.headers.get('ttl'))).toBeGreaterThan(0)
    expect(request?.body.length).toBeLessThan(4096)
    expect(Buffer.from(request?.body ?? []).includes('nobody else')).toBe(false)

    // RFC 8292: the service can tell who sends, and that it is meant for this service.
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
    const signed = (of: string) =>
      verify(
        'sha256',
        Buffer.from(of),
        { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
        Buffer.from(signature, 'base64url'),
      )
    expect(signed(`${head}.${claims}`)).toBe(true)
    expect(signed(`${head}.${claims}x`)).toBe(false)
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({ aud: SERVICE })
  })

  it.each(notificationKinds)(
    'given the longest names and titles there are in a push of %s, when sent, then it is no longer than services take',
    async (kind) => {
      const reader = await aReader(`Far ${kind}`)
      const long = (sign: string) => sign.repeat(300)
      const params = { who: long('👩'), title: long('𝒳'), reason: long('"'), points: 1, of: 2, minutes: 3 }
      await world.server.core.db.withTenant(HOME, (db) =>
        world.tell.notify(db, HOME, {
          userIds: [reader],
          kind,
          params,
          link: '/',
          dedupeKey: `long:${kind}`,
        }),
      )
      expect(await look()).toBe(1)
      // RFC 8291 §4: services take 4,096 bytes.
      expect(world.service.requests.map(({ body }) => body.length > 1_000 && body.length <= 4_096)).toEqual([
        true,
      ])
    },
  )

  it('given two processes and 100 announcements of one occasion, when both look at once, then one push', async () => {
    const bela = await aReader('Bela')
    await Promise.all(Array.from({ length: 100 }, () => tell(bela, 'Once', 'push:same')))
    const other = notificationJobs(world.server.core, {
      fetch: world.service.fetch,
      isPushService: (endpoint) => endpoint.startsWith(SERVICE),
    })
    await Promise.all([look(), other.push.look(), look(), other.push.look()])
    expect(world.service.requests).toHaveLength(1)
  })

  it('given it was read in the bell first, or switched off, when the time comes, then nothing is pushed', async () => {
    const chitra = await aReader('Chitra')
    await tell(chitra)
    await world.call(chitra, readNotifications, {
      up_to: (await world.call(chitra, getUnread)).json<{ latest_id: number }>().latest_id,
    })
    await world.call(chitra, setPreferences, { kinds: [{ kind: 'mention', channel: 'push', on: false }] })
    await tell(chitra)
    await look()
    expect(world.service.requests).toEqual([])
    expect((await world.call(chitra, getUnread)).json<{ unread: number }>().unread).toBe(1)
  })
})

describe('when', () => {
  it('given quiet hours in the person’s zone, when told within, then it waits until they are over, and then goes', async () => {
    const dev = await aReader('Dev')
    await world.call(dev, setPreferences, { quiet: { from: 11 * 60, to: 13 * 60 } })
    await tell(dev)
    expect(await look()).toBe(0)
    world.clock.advance(59 * 60_000)
    expect(await look()).toBe(0)
    world.clock.advance(60_000)
    expect(await look()).toBe(1)
    world.clock.set(NOON)
  })

  it('given more than a day’s number, when told, then the rest is in the bell only; the next day begins anew', async () => {
    const esha = await aReader('Esha')
    for (let n = 0; n < PUSHES_PER_DAY + 3; n += 1) await tell(esha)
    await Promise.all([look(), look()])
    expect(world.service.requests).toHaveLength(PUSHES_PER_DAY)
    expect((await world.call(esha, getUnread)).json<{ unread: number }>().unread).toBe(PUSHES_PER_DAY + 3)
    // Her midnight, not the server's: half past six in the evening there.
    world.clock.set('2026-11-21T18:29:00Z')
    await tell(esha)
    expect(await look()).toBe(0)
    world.clock.set('2026-11-21T18:31:00Z')
    await tell(esha)
    expect(await look()).toBe(1)
    world.clock.set(NOON)
  })

  it('given a service that is busy, when it is asked again later, then the push goes once; nothing is counted twice', async () => {
    const farah = await aReader('Farah')
    world.service.answer(503)
    await tell(farah)
    expect(await look()).toBe(0)
    expect(await look()).toBe(0)
    expect(world.service.requests).toHaveLength(1)
    world.service.answer(201)
    world.clock.advance(31_000)
    expect(await look()).toBe(1)
    expect(world.service.requests).toHaveLength(2)
    world.clock.set(NOON)
  })
})

describe('a browser', () => {
  it.each([404, 410])(
    'given a service that answers %i, when pushed to, then the browser is forgotten',
    async (status) => {
      const gone = await aReader(`Gone ${status}`)
      expect(await devices(gone)).toBe(1)
      world.service.answer(status)
      await tell(gone)
      await look()
      expect(await devices(gone)).toBe(0)
      // The control: another refusal is no reason to forget it.
      const kept = await aReader(`Kept ${status}`)
      world.service.answer(400)
      await tell(kept)
      await look()
      expect(await devices(kept)).toBe(1)
    },
  )

  it('given it was signed out elsewhere, when its person is told, then it is told nothing', async () => {
    const gita = await aReader('Gita')
    await world.server.db.asSuperuser(`update user_session set revoked_at = now() where user_id = $1`, [gita])
    await tell(gita)
    await look()
    expect(world.service.requests).toEqual([])
  })

  it('given another person at the same browser, when she joins, then only she is pushed to', async () => {
    const hari = await world.addMember('Hari')
    const isha = await world.addMember('Isha')
    const browser = aBrowser('shared')
    await world.call(hari, subscribePush, browser)
    await world.call(isha, subscribePush, browser)
    await tell(hari)
    await look()
    expect(world.service.requests).toEqual([])
    expect([await devices(hari), await devices(isha)]).toEqual([0, 1])
    // Nobody takes another person's browser away.
    await world.call(hari, unsubscribePush, { endpoint: browser.endpoint })
    expect(await devices(isha)).toBe(1)
    await world.call(isha, unsubscribePush, { endpoint: browser.endpoint })
    expect(await devices(isha)).toBe(0)
  })

  it('given an address that is no push service, when joined, then it is refused: the server calls nobody at a visitor’s word', async () => {
    const jaya = await world.addMember('Jaya')
    const refused = { ...aBrowser('x'), endpoint: 'http://169.254.169.254/latest' }
    expect((await world.call(jaya, subscribePush, refused)).status).toBe(422)
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

  it('given a trial at night, when asked for, then it goes at once and says how many took it', async () => {
    const kavi = await aReader('Kavi')
    await world.call(kavi, setPreferences, { quiet: { from: 0, to: 1439 } })
    expect((await world.call(kavi, testPush)).json<{ sent: number }>()).toEqual({ sent: 1 })
    world.service.answer(500)
    expect((await world.call(kavi, testPush)).json<{ sent: number }>()).toEqual({ sent: 0 })
  })
})
