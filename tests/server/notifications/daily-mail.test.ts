import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setPreferences } from '#contract/notifications/notifications.ts'
import { readOutbox } from '#server/core/mail/read-outbox.ts'
import { dailyAfter } from '#server/features/notifications/mail/daily-mail.ts'
import { HOME, startWorld, type World } from './world.ts'

const HOUR_MS = 3_600_000
const nextDue = (minute: number, zone: string, iso: string) =>
  dailyAfter(minute, zone, new Date(iso)).toISOString()

describe('due time of the daily mail', () => {
  it.each([
    ['before its hour', 480, 'Asia/Kolkata', '2026-11-21T02:00:00Z', '2026-11-21T02:30:00.000Z'],
    ['at its hour', 480, 'Asia/Kolkata', '2026-11-21T02:30:00Z', '2026-11-22T02:30:00.000Z'],
    ['far east of Greenwich', 480, 'Pacific/Kiritimati', '2026-11-21T11:00:00Z', '2026-11-21T18:00:00.000Z'],
    ['far west of it', 480, 'Pacific/Pago_Pago', '2026-11-21T11:00:00Z', '2026-11-21T19:00:00.000Z'],
    [
      'in a zone with a quarter-hour offset',
      480,
      'Asia/Kathmandu',
      '2026-11-21T03:00:00Z',
      '2026-11-22T02:15:00.000Z',
    ],
    ['at midnight', 0, 'Asia/Kolkata', '2026-11-21T18:29:00Z', '2026-11-21T18:30:00.000Z'],
    ['in an unknown zone', 480, 'Nowhere/Land', '2026-11-21T07:00:00Z', '2026-11-21T08:00:00.000Z'],
    // Berlin on 29 March: the clock jumps from 02:00 to 03:00, so 02:30 does not exist.
    ['at an hour that is skipped', 150, 'Europe/Berlin', '2026-03-28T12:00:00Z', '2026-03-29T01:00:00.000Z'],
    // Berlin on 25 October: 02:30 occurs twice, at 00:30 and 01:30 UTC.
    [
      'at an hour that occurs twice',
      150,
      'Europe/Berlin',
      '2026-10-24T12:00:00Z',
      '2026-10-25T00:30:00.000Z',
    ],
    ['between the two', 150, 'Europe/Berlin', '2026-10-25T00:45:00Z', '2026-10-26T01:30:00.000Z'],
    // The shift is half an hour.
    ['on Lord Howe Island', 480, 'Australia/Lord_Howe', '2026-10-03T12:00:00Z', '2026-10-03T21:00:00.000Z'],
  ])('is the next one on the local clock %s', (_name, minute, zone, now, due) => {
    expect(nextDue(minute, zone, now)).toBe(due)
  })

  it.each(['Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Africa/Cairo', 'Australia/Lord_Howe'])(
    'comes once a day for a year in %s, also on days with 23 or 25 hours',
    (zone) => {
      const clock = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' })
      let at = new Date('2026-01-01T12:00:00Z')
      const days: string[] = []
      let isAlways24Hours = true
      for (let day = 0; day < 365; day += 1) {
        const next = dailyAfter(480, zone, at)
        if (day > 0 && next.getTime() - at.getTime() !== 24 * HOUR_MS) isAlways24Hours = false
        at = next
        days.push(clock.format(at))
      }
      expect(new Set(days).size).toBe(365)
      // Control: every 24 hours would be right only where clocks never change.
      expect(isAlways24Hours).toBe(zone === 'Asia/Kolkata')
    },
  )
})

describe('daily mails', () => {
  let world: World
  beforeAll(async () => {
    world = await startWorld('2026-11-21T09:00:00Z', { PUBLIC_URL: 'https://learn.example.test' })
  })
  afterAll(() => world.close())

  let events = 0
  const notify = (userId: number, title: string) =>
    world.server.core.db.withTenant(HOME, (db) =>
      world.notifier.notify(db, HOME, {
        userIds: [userId],
        kind: 'reply',
        params: { who: 'Vikram', title },
        link: '/community/thread/5',
        dedupeKey: `daily:${(events += 1)}`,
      }),
    )
  const runMailJob = async (iso: string) => {
    world.clock.set(iso)
    return (await world.jobs.mail.look()).mails
  }
  const mailsOf = (name: string) => readOutbox(world.server.core.db, [HOME], `${name}-${HOME}@example.test`)
  const chooseDaily = (id: number, at: number, options: object = {}) =>
    world.call(id, setPreferences, { mail: { rhythm: 'daily', at }, ...options })

  it("collects a day's notifications into one mail at the chosen hour", async () => {
    const [asha, prompt] = [
      await world.addMember('Asha', { timeZone: 'Asia/Kolkata' }),
      await world.addMember('Prompt', { timeZone: 'Asia/Kolkata' }),
    ]
    await chooseDaily(asha, 19 * 60)
    world.clock.set('2026-11-21T09:00:00Z')
    await notify(asha, 'First')
    await notify(prompt, 'First')
    // Control: without this choice the mail is sent after five minutes.
    expect(await runMailJob('2026-11-21T09:06:00Z')).toBe(1)
    expect(await mailsOf('prompt')).toHaveLength(1)
    await notify(asha, 'Second')
    expect(await runMailJob('2026-11-21T13:29:00Z')).toBe(0)
    expect(await runMailJob('2026-11-21T13:30:00Z')).toBe(1)
    expect(await runMailJob('2026-11-21T13:31:00Z')).toBe(0)
    const [mail, ...more] = await mailsOf('asha')
    expect(more).toEqual([])
    expect(mail?.subject).toBe('New for you today: 2')
    for (const title of ['First', 'Second']) expect(mail?.text).toContain(`“${title}”`)
    // Later ones are in tomorrow's mail.
    await notify(asha, 'Third')
    expect(await runMailJob('2026-11-22T13:29:00Z')).toBe(0)
    expect(await runMailJob('2026-11-22T13:30:00Z')).toBe(1)
  })

  it('waits for the end of quiet hours', async () => {
    const bela = await world.addMember('Bela')
    await chooseDaily(bela, 6 * 60, { quiet: { from: 22 * 60, to: 7 * 60 } })
    world.clock.set('2026-11-24T20:00:00Z')
    await notify(bela, 'Loops')
    expect(await runMailJob('2026-11-25T06:30:00Z')).toBe(0)
    expect(await runMailJob('2026-11-25T07:00:00Z')).toBe(1)
  })

  it('sends or drops pending mails when another rhythm is chosen', async () => {
    const [cleo, dev] = [await world.addMember('Cleo'), await world.addMember('Dev')]
    world.clock.set('2026-11-26T09:00:00Z')
    for (const id of [cleo, dev]) {
      await chooseDaily(id, 8 * 60)
      await notify(id, 'Loops')
    }
    expect(await runMailJob('2026-11-26T09:30:00Z')).toBe(0)
    await world.call(cleo, setPreferences, { mail: { rhythm: 'at_once', at: 480 } })
    await world.call(dev, setPreferences, { mail: { rhythm: 'never', at: 480 } })
    expect(await runMailJob('2026-11-26T09:31:00Z')).toBe(1)
    expect(await runMailJob('2026-11-28T09:31:00Z')).toBe(0)
    expect(await mailsOf('cleo')).toHaveLength(1)
    expect(await mailsOf('dev')).toEqual([])
    // With "never" course mails are not sent either; single settings are kept.
    const { mailTo } = await notify(dev, 'More')
    expect(mailTo).toEqual([])
    await world.call(dev, setPreferences, { mail: { rhythm: 'at_once', at: 480 } })
    expect((await notify(dev, 'Again')).mailTo).toEqual([dev])
  })
})
