import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setPreferences } from '#contract/notifications/notifications.ts'
import { readOutbox } from '#server/core/mail/read-outbox.ts'
import { dailyAfter } from '#server/features/notifications/mail/daily.ts'
import { HOME, startWorld, type World } from './world.ts'

const HOUR_MS = 3_600_000
const after = (minute: number, zone: string, iso: string) =>
  dailyAfter(minute, zone, new Date(iso)).toISOString()

describe('when the mail of the day is due', () => {
  it.each([
    ['before its hour', 480, 'Asia/Kolkata', '2026-11-21T02:00:00Z', '2026-11-21T02:30:00.000Z'],
    ['at its hour', 480, 'Asia/Kolkata', '2026-11-21T02:30:00Z', '2026-11-22T02:30:00.000Z'],
    ['far east of Greenwich', 480, 'Pacific/Kiritimati', '2026-11-21T11:00:00Z', '2026-11-21T18:00:00.000Z'],
    ['far west of it', 480, 'Pacific/Pago_Pago', '2026-11-21T11:00:00Z', '2026-11-21T19:00:00.000Z'],
    [
      'a quarter of an hour beside',
      480,
      'Asia/Kathmandu',
      '2026-11-21T03:00:00Z',
      '2026-11-22T02:15:00.000Z',
    ],
    ['at midnight', 0, 'Asia/Kolkata', '2026-11-21T18:29:00Z', '2026-11-21T18:30:00.000Z'],
    ['in an unknown zone', 480, 'Nowhere/Land', '2026-11-21T07:00:00Z', '2026-11-21T08:00:00.000Z'],
    // Berlin on 29 March: 02:00 becomes 03:00. Half past two does not exist.
    ['at an hour that is left out', 150, 'Europe/Berlin', '2026-03-28T12:00:00Z', '2026-03-29T01:00:00.000Z'],
    // Berlin on 25 October: 02:30 comes twice, at 00:30 and 01:30 UTC.
    ['at an hour that comes twice', 150, 'Europe/Berlin', '2026-10-24T12:00:00Z', '2026-10-25T00:30:00.000Z'],
    ['between the two', 150, 'Europe/Berlin', '2026-10-25T00:45:00Z', '2026-10-26T01:30:00.000Z'],
    // Half an hour, not a whole one.
    ['on Lord Howe Island', 480, 'Australia/Lord_Howe', '2026-10-03T12:00:00Z', '2026-10-03T21:00:00.000Z'],
  ])(
    'given a moment %s, when asked, then it is the next one on that clock',
    (_what, minute, zone, now, due) => {
      expect(after(minute, zone, now)).toBe(due)
    },
  )

  it.each(['Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Africa/Cairo', 'Australia/Lord_Howe'])(
    'given a year in %s, when every mail follows the one before, then each day has one, also where a day has 23 or 25 hours',
    (zone) => {
      const clock = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' })
      let at = new Date('2026-01-01T12:00:00Z')
      const days: string[] = []
      let steady = true
      for (let day = 0; day < 365; day += 1) {
        const next = dailyAfter(480, zone, at)
        if (day > 0 && next.getTime() - at.getTime() !== 24 * HOUR_MS) steady = false
        at = next
        days.push(clock.format(at))
      }
      expect(new Set(days).size).toBe(365)
      // The control: a day of 24 hours each would be right only where clocks are never changed.
      expect(steady).toBe(zone === 'Asia/Kolkata')
    },
  )
})

describe('mails once a day', () => {
  let world: World
  beforeAll(async () => {
    world = await startWorld('2026-11-21T09:00:00Z', { PUBLIC_URL: 'https://learn.example.test' })
  })
  afterAll(() => world.close())

  let occasion = 0
  const tell = (userId: number, title: string) =>
    world.server.core.db.withTenant(HOME, (db) =>
      world.tell.notify(db, HOME, {
        userIds: [userId],
        kind: 'reply',
        params: { who: 'Vikram', title },
        link: '/community/thread/5',
        dedupeKey: `daily:${(occasion += 1)}`,
      }),
    )
  const look = async (iso: string) => {
    world.clock.set(iso)
    return (await world.jobs.mail.look()).mails
  }
  const mailsOf = (name: string) => readOutbox(world.server.core.db, [HOME], `${name}-${HOME}@example.test`)
  const daily = (id: number, at: number, more: object = {}) =>
    world.call(id, setPreferences, { mail: { rhythm: 'daily', at }, ...more })

  it('given somebody in India who wants one at seven in the evening, when the day goes by, then one mail says all of it', async () => {
    const [asha, prompt] = [
      await world.addMember('Asha', { timeZone: 'Asia/Kolkata' }),
      await world.addMember('Prompt', { timeZone: 'Asia/Kolkata' }),
    ]
    await daily(asha, 19 * 60)
    world.clock.set('2026-11-21T09:00:00Z')
    await tell(asha, 'First')
    await tell(prompt, 'First')
    // The control: who did not ask for it is written to after five minutes.
    expect(await look('2026-11-21T09:06:00Z')).toBe(1)
    expect(await mailsOf('prompt')).toHaveLength(1)
    await tell(asha, 'Second')
    expect(await look('2026-11-21T13:29:00Z')).toBe(0)
    expect(await look('2026-11-21T13:30:00Z')).toBe(1)
    expect(await look('2026-11-21T13:31:00Z')).toBe(0)
    const [mail, ...more] = await mailsOf('asha')
    expect(more).toEqual([])
    expect(mail?.subject).toBe('New for you today: 2')
    for (const title of ['First', 'Second']) expect(mail?.text).toContain(`“${title}”`)
    // What comes afterwards is tomorrow's.
    await tell(asha, 'Third')
    expect(await look('2026-11-22T13:29:00Z')).toBe(0)
    expect(await look('2026-11-22T13:30:00Z')).toBe(1)
  })

  it('given an hour within quiet hours, when it comes, then the mail waits until they are over', async () => {
    const bela = await world.addMember('Bela')
    await daily(bela, 6 * 60, { quiet: { from: 22 * 60, to: 7 * 60 } })
    world.clock.set('2026-11-24T20:00:00Z')
    await tell(bela, 'Loops')
    expect(await look('2026-11-25T06:30:00Z')).toBe(0)
    expect(await look('2026-11-25T07:00:00Z')).toBe(1)
  })

  it('given mails that wait for their hour, when mails at once or none are chosen, then they go now or never', async () => {
    const [cleo, dev] = [await world.addMember('Cleo'), await world.addMember('Dev')]
    world.clock.set('2026-11-26T09:00:00Z')
    for (const id of [cleo, dev]) {
      await daily(id, 8 * 60)
      await tell(id, 'Loops')
    }
    expect(await look('2026-11-26T09:30:00Z')).toBe(0)
    await world.call(cleo, setPreferences, { mail: { rhythm: 'at_once', at: 480 } })
    await world.call(dev, setPreferences, { mail: { rhythm: 'never', at: 480 } })
    expect(await look('2026-11-26T09:31:00Z')).toBe(1)
    expect(await look('2026-11-28T09:31:00Z')).toBe(0)
    expect(await mailsOf('cleo')).toHaveLength(1)
    expect(await mailsOf('dev')).toEqual([])
    // Never means that mails of courses are not written either; the single switches are kept.
    const { mailTo } = await tell(dev, 'More')
    expect(mailTo).toEqual([])
    await world.call(dev, setPreferences, { mail: { rhythm: 'at_once', at: 480 } })
    expect((await tell(dev, 'Again')).mailTo).toEqual([dev])
  })
})
