/** The feed as an independent calendar library reads it, before and after sessions move (LV2). */
import ICAL from 'ical.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { StaffSessionDetail } from '#contract/live/admin/sessions.ts'
import { localTimeAt } from '#contract/live/zone-time.ts'
import { createTestClock } from '#tests/support/clock.ts'
import { startLiveWorld, type LiveWorld } from '#tests/support/live/world.ts'

const clock = createTestClock(new Date('2026-11-23T06:00:00Z'))
let world: LiveWorld
beforeAll(async () => {
  world = await startLiveWorld(clock)
})
afterAll(() => world.server.close())

interface Event {
  uid: string
  summary: string
  start: Date
  minutes: number
  sequence: number
  status: string | null
}

/** Everything that Ann's calendar sees. */
const events = async (): Promise<Event[]> => {
  const { path } = (await world.call(world.people.ann, 'POST', '/live/feed/')).json() as { path: string }
  const { body } = await world.server.app.inject({ url: path })
  const calendar = new ICAL.Component(ICAL.parse(body) as string)
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component)
    return {
      uid: event.uid,
      summary: event.summary,
      start: event.startDate.toJSDate(),
      minutes: event.duration.toSeconds() / 60,
      sequence: event.sequence,
      status: component.getFirstPropertyValue('status')?.toString() ?? null,
    }
  })
}
const eventOf = async (title: string): Promise<Event> => {
  const found = (await events()).filter(({ summary }) => summary === title)
  expect(found).toHaveLength(1)
  return found[0] as Event
}
const planned = async (title: string, zone: string, local: string): Promise<StaffSessionDetail> => {
  const answer = await world.create(world.people.teacher, {
    title,
    time_zone: zone,
    starts_local: local,
    audience: 'course',
  })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json() as StaffSessionDetail
}
const change = (session: StaffSessionDetail, form: Partial<StaffSessionDetail['form']>) =>
  world.call(world.people.teacher, 'PUT', `/admin/live-sessions/${session.id}/`, {
    ...session.form,
    ...form,
    revision: session.revision,
    scope: 'one',
    past_ok: false,
  })

/** The day before the clocks change and the day of it; Kolkata and Riyadh keep theirs. */
const TABLE = [
  ['Asia/Kolkata', '2027-03-27T18:00', '2027-03-28T18:00', '2027-03-28T12:30:00Z'],
  ['Asia/Riyadh', '2027-03-27T18:00', '2027-03-28T18:00', '2027-03-28T15:00:00Z'],
  ['Europe/London', '2027-03-27T09:00', '2027-03-28T09:00', '2027-03-28T08:00:00Z'],
  ['America/New_York', '2027-03-13T09:00', '2027-03-14T09:00', '2027-03-14T13:00:00Z'],
  // Half an hour of summer time.
  ['Australia/Lord_Howe', '2027-04-03T09:00', '2027-04-04T09:00', '2027-04-03T22:30:00Z'],
] as const

describe('the feed in an independent calendar', () => {
  it.each(TABLE)(
    'shows a class of %s at its wall-clock time, also after a move',
    async (zone, from, to, instant) => {
      const title = `Class in ${zone}; "moved", twice`
      const session = await planned(title, zone, from)
      const before = await eventOf(title)
      expect(localTimeAt(zone, before.start)).toBe(from)
      expect([before.minutes, before.status]).toEqual([60, 'CONFIRMED'])
      expect((await change(session, { starts_local: to, length_minutes: 45 })).statusCode).toBe(200)
      const after = await eventOf(title)
      expect(after).toMatchObject({ uid: before.uid, minutes: 45, start: new Date(instant) })
      expect(after.sequence).toBeGreaterThan(before.sequence)
    },
  )

  it('keeps a cancelled class as cancelled, under its id and a higher number', async () => {
    const session = await planned('Gone', 'Europe/London', '2027-02-01T09:00')
    const before = await eventOf('Gone')
    await world.call(world.people.teacher, 'POST', `/admin/live-sessions/${session.id}/cancellation/`, {
      scope: 'one',
    })
    const after = await eventOf('Gone')
    expect(after).toMatchObject({ uid: before.uid, status: 'CANCELLED' })
    expect(after.sequence).toBeGreaterThan(before.sequence)
  })

  it('gives each class of a series an event of its own, at the same time of the clock', async () => {
    await world.create(
      world.people.teacher,
      { title: 'Weekly', time_zone: 'America/New_York', starts_local: '2027-03-01T09:00' },
      { repeat: { weekdays: [1], until: '2027-03-22' } },
    )
    const weekly = (await events()).filter(({ summary }) => summary === 'Weekly')
    expect(new Set(weekly.map(({ uid }) => uid)).size).toBe(4)
    expect(weekly.map(({ start }) => localTimeAt('America/New_York', start).slice(11))).toEqual(
      Array.from({ length: 4 }, () => '09:00'),
    )
  })
})
