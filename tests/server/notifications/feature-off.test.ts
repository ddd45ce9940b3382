/** TE5: notifications of a feature that is off are neither made, shown, mailed nor pushed, and return with it. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  getPreferences,
  getUnread,
  listNotifications,
  readNotifications,
  subscribePush,
  type Notification,
  type Preferences,
} from '#contract/notifications/notifications.ts'
import type { Told } from '#server/core/notifier.ts'
import { MAIL_AFTER_MS } from '#server/features/notifications/notify.ts'
import { setFeature } from '#server/features/client-info/index.ts'
import { HOME, pushSubscription, startWorld, type World } from './world.ts'

let world: World
let serial = 0
beforeAll(async () => {
  world = await startWorld('2026-11-20T10:00:00Z')
})
afterAll(() => world.close())

const forum = (enabled: boolean) =>
  world.server.core.db.withTenant(HOME, async (db) => {
    await setFeature(db, HOME, { slug: 'community_forum', enabled })
    await world.server.core.changes.announce(db, { kind: 'client', clientId: HOME })
  })
const notify = (userId: number, kind: Told['kind']) =>
  world.server.core.db.withTenant(HOME, (db) =>
    world.notifier.notify(db, HOME, {
      userIds: [userId],
      kind,
      params: { who: 'Vikram', title: 'Loops' },
      link: '/',
      dedupeKey: `occasion:${(serial += 1)}`,
    }),
  )
const kindsFor = async (userId: number) =>
  (await world.call(userId, listNotifications))
    .json<{ results: Notification[] }>()
    .results.map(({ kind }) => kind)
const unreadFor = async (userId: number) =>
  (await world.call(userId, getUnread)).json<{ unread: number }>().unread
const mailsTo = async (name: string) =>
  (
    await world.server.db.asSuperuser<{ n: number }>(
      `select count(*)::int as n from outbox_message where recipient like $1`,
      [`${name}%`],
    )
  )[0]?.n ?? 0

describe('TE5: notifications of a feature that is off', () => {
  beforeEach(() => forum(true))

  it('TE5: makes none, and goes on making those of other features', async () => {
    const asha = await world.addMember('Asha')
    await forum(false)
    expect(await notify(asha, 'mention')).toEqual({ mailTo: [] })
    expect(await notify(asha, 'graded')).toEqual({ mailTo: [asha] })
    await forum(true)
    expect(await kindsFor(asha)).toEqual(['graded'])
  })

  it('TE5: shows none in the bell, and shows them again, unread, when the feature is back', async () => {
    const vikram = await world.addMember('Vikram')
    await notify(vikram, 'mention')
    await notify(vikram, 'graded')
    await forum(false)
    expect(await kindsFor(vikram)).toEqual(['graded'])
    expect(await unreadFor(vikram)).toBe(1)
    await world.call(vikram, readNotifications, { up_to: 2_000_000 })
    expect(await unreadFor(vikram)).toBe(0)
    await forum(true)
    expect(await kindsFor(vikram)).toEqual(['graded', 'mention'])
    expect(await unreadFor(vikram)).toBe(1)
  })

  it('TE5: offers no settings for them', async () => {
    const lena = await world.addMember('Lena')
    const kinds = async () =>
      (await world.call(lena, getPreferences)).json<Preferences>().kinds.map(({ kind }) => kind)
    expect(await kinds()).toContain('mention')
    await forum(false)
    expect(await kinds()).not.toContain('mention')
    expect(await kinds()).toContain('graded')
  })

  it('TE5: neither mails nor pushes one that was waiting', async () => {
    const omar = await world.addMember('Omar')
    await world.call(omar, subscribePush, pushSubscription('omar'))
    await notify(omar, 'mention')
    await forum(false)
    const pushes = world.service.requests.length
    await world.jobs.push.runFor(HOME)
    world.clock.advance(MAIL_AFTER_MS + 1000)
    await world.jobs.mail.look()
    expect(world.service.requests.length).toBe(pushes)
    expect(await mailsTo('omar')).toBe(0)
  })

  it('control: mails and pushes the same one while the feature is on', async () => {
    const noor = await world.addMember('Noor')
    await world.call(noor, subscribePush, pushSubscription('noor'))
    await notify(noor, 'mention')
    const pushes = world.service.requests.length
    await world.jobs.push.runFor(HOME)
    world.clock.advance(MAIL_AFTER_MS + 1000)
    await world.jobs.mail.look()
    expect(world.service.requests.length).toBeGreaterThan(pushes)
    expect(await mailsTo('noor')).toBe(1)
  })
})
