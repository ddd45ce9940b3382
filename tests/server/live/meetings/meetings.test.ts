import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Recording } from '#contract/live/live.ts'
import { CLIENT } from '#tests/support/live/world.ts'
import { at, SECRET, startMeetingsWorld, type MeetingsWorld } from './world.ts'

let world: MeetingsWorld
beforeAll(async () => {
  world = await startMeetingsWorld()
})
afterAll(() => world.close())

const enter = async (userId: number, id: number, minute: number) => {
  const answer = await world.join(userId, id, minute)
  if (answer.outcome !== 'joined') throw new Error(answer.reason)
  await fetch(world.rooms.local(answer.url), { redirect: 'manual' })
}
const leave = (room: string, userId: number) => {
  const meeting = world.rooms.meetings.get(room)
  if (meeting) meeting.attendees = meeting.attendees.filter((person) => person.userId !== String(userId))
}
const recordingOf = async (id: number) => {
  const answer = await world.call(world.people.teacher, 'GET', `/admin/live-sessions/${id}/`)
  return (answer.json() as { recording: { state: string; expected_at: string | null } }).recording
}
const lookAt = async (minute: number) => {
  world.clock.set(at(minute))
  await world.job.look()
}

describe('ending a class', () => {
  it('closes the room, counts who is in it, and expects the recording', async () => {
    const { id, room } = await world.plan({ provider: 'bigbluebutton', consent_rule: 'required' })
    world.clock.set(at(0))
    await world.call(world.people.ann, 'POST', `/live/sessions/${id}/join/`, {
      consent: 'agreed',
      page: crypto.randomUUID(),
    })
    world.rooms.meetings.get(room)?.attendees.push({
      userId: String(world.people.ann),
      name: 'Ann',
      role: 'VIEWER',
    })
    for (let minute = 1; minute < 40; minute += 1) await lookAt(minute)
    world.clock.set(at(40))
    const ended = await world.end(world.people.teacher, id)
    expect(ended.json()).toMatchObject({
      state: 'ended',
      recording: { state: 'expected', expected_at: at(100).toISOString() },
    })
    expect(world.rooms.meetings.has(room)).toBe(false)
    world.clock.set(at(55))
    expect((await world.end(world.people.teacher, id)).json()).toMatchObject({ state: 'ended' })
    const [row] = await world.server.db.asSuperuser<{ ended_at: Date }>(
      'select ended_at from live_session where id = $1',
      [id],
    )
    expect(row?.ended_at).toEqual(at(40))
    // Seen by the job at minute 1 first.
    expect(await world.minutesOf(world.people.ann, id)).toBeGreaterThanOrEqual(39)
  })

  it('is refused before the start and after a cancellation, and is there for its planners alone', async () => {
    const { id } = await world.plan({ provider: 'bigbluebutton' })
    world.clock.set(at(-5))
    expect((await world.end(world.people.teacher, id)).statusCode).toBe(409)
    world.clock.set(at(5))
    expect((await world.end(world.people.colleague, id)).statusCode).toBe(404)
    expect((await world.end(world.people.ann, id)).statusCode).toBe(403)
    await world.call(world.people.teacher, 'POST', `/admin/live-sessions/${id}/cancellation/`, {
      scope: 'one',
    })
    expect((await world.end(world.people.teacher, id)).statusCode).toBe(409)
  })

  it('ends a class whose service does not answer', async () => {
    const { id } = await world.plan({ provider: 'bigbluebutton' })
    await world.server.db.asSuperuser(
      "update live_provider set url = replace(url, 'bbb.test', 'gone.invalid') where provider = 'bigbluebutton'",
    )
    world.clock.set(at(5))
    expect((await world.end(world.people.teacher, id)).json()).toMatchObject({ state: 'ended' })
    await world.server.db.asSuperuser("update live_provider set url = $1 where provider = 'bigbluebutton'", [
      world.rooms.url,
    ])
  })
})

describe('who is in a room', () => {
  it('is asked every minute and merged over reconnects', async () => {
    const { id, room } = await world.plan({ provider: 'bigbluebutton' })
    await enter(world.people.bob, id, 0)
    for (let minute = 0; minute <= 20; minute += 1) await lookAt(minute)
    leave(room, world.people.bob)
    for (let minute = 21; minute <= 40; minute += 1) await lookAt(minute)
    await enter(world.people.bob, id, 41)
    for (let minute = 41; minute <= 51; minute += 1) await lookAt(minute)
    leave(room, world.people.bob)
    await lookAt(61)
    expect(await world.minutesOf(world.people.bob, id)).toBe(30)
  })
})

describe('the reports of BigBlueButton', () => {
  const path = `/meeting-events/bigbluebutton/${CLIENT}/`
  const callback = () => world.rooms.hooks.at(-1) ?? ''
  const send = async (events: object[], { secret = SECRET, to = path } = {}) => {
    const body = new URLSearchParams({
      domain: 'bbb.test',
      event: JSON.stringify(events),
      timestamp: '1',
    }).toString()
    const checksum = createHash('sha256')
      .update(callback() + body + secret)
      .digest('hex')
    const answer = await world.server.app.inject({
      method: 'POST',
      url: `${to}?checksum=${checksum}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: body,
    })
    return [answer.statusCode, answer.statusCode === 401 ? (answer.json() as { detail: string }).detail : '']
  }
  const event = (id: string, room: string, userId: number, minute: number) => ({
    data: {
      type: 'event',
      id,
      attributes: {
        meeting: { 'internal-meeting-id': 'x', 'external-meeting-id': room },
        user: { 'internal-user-id': 'w_1', 'external-user-id': String(userId) },
      },
      event: { ts: at(minute).getTime() },
    },
  })

  it('are asked for when the settings are tested, and count once however often they come', async () => {
    await world.call(world.people.admin, 'POST', '/admin/live-providers/bigbluebutton/test/')
    expect(callback()).toContain(path)
    const { id, room } = await world.plan({ provider: 'bigbluebutton' })
    world.clock.set(at(50))
    const { ann } = world.people
    const reports = [event('user-joined', room, ann, 3), event('user-left', room, ann, 28)]
    for (let repeat = 0; repeat < 3; repeat += 1)
      for (const report of reports) expect(await send([report])).toEqual([204, ''])
    world.clock.set(at(70))
    expect(await world.minutesOf(ann, id)).toBe(25)
  })

  it('of unknown rooms, people and kinds change nothing and get the same answer', async () => {
    const rows = async () =>
      (await world.server.db.asSuperuser('select from live_presence where client_id = $1', [CLIENT])).length
    const { room } = await world.plan({ provider: 'bigbluebutton' })
    const before = await rows()
    world.clock.set(at(50))
    for (const report of [
      event('user-joined', crypto.randomUUID(), world.people.ann, 3),
      event('user-joined', room, 2_000_000_000, 3),
      event('chat-group-message-sent', room, world.people.ann, 3),
      { data: null },
    ])
      expect(await send([report])).toEqual([204, ''])
    expect(await rows()).toBe(before)
  })

  it('without a right signature, a client or a service get one answer', async () => {
    const { room } = await world.plan({ provider: 'bigbluebutton' })
    const report = [event('user-joined', room, world.people.ann, 3)]
    const answers = [
      await send(report, { secret: 'wrong' }),
      await send(report, { to: '/meeting-events/bigbluebutton/9/' }),
      await send(report, { to: '/meeting-events/bigbluebutton/x/' }),
    ]
    for (const answer of answers) expect(answer).toEqual([401, 'This call is not signed.'])
  })
})

describe('recordings of the meeting service', () => {
  it('are expected after the end and ready once the service has them', async () => {
    const { id, room } = await world.plan({ provider: 'bigbluebutton', consent_rule: 'hidden' })
    await lookAt(59)
    expect(await recordingOf(id)).toMatchObject({ state: 'none' })
    await lookAt(61)
    expect(await recordingOf(id)).toMatchObject({ state: 'expected', expected_at: at(120).toISOString() })
    world.rooms.recordings.set(room, [{ id: 'r1', url: 'https://rooms.test/playback/r1/', minutes: 58 }])
    await lookAt(63)
    expect(await recordingOf(id)).toMatchObject({ state: 'expected' })
    await lookAt(67)
    expect(await recordingOf(id)).toMatchObject({ state: 'ready', duration_seconds: 3480 })
    const answer = await world.call(world.people.ann, 'GET', `/live/sessions/${id}/recording/`)
    expect((answer.json() as Recording).sources).toEqual([
      { url: 'https://rooms.test/playback/r1/video-0.m4v', mime: 'video/mp4' },
      { url: 'https://rooms.test/playback/r1/capture.m4v', mime: 'video/mp4' },
    ])
  })

  it('have failed when the service has none a day later', async () => {
    const { id } = await world.plan({ provider: 'bigbluebutton', consent_rule: 'hidden' })
    await lookAt(61)
    await lookAt(60 + 23 * 60)
    expect(await recordingOf(id)).toMatchObject({ state: 'expected' })
    await lookAt(61 + 24 * 60)
    expect(await recordingOf(id)).toMatchObject({ state: 'failed' })
  })

  it('stay taken away once staff took them away', async () => {
    const { id } = await world.plan({ provider: 'jitsi', consent_rule: 'hidden' })
    await lookAt(61)
    expect(await recordingOf(id)).toMatchObject({ state: 'expected' })
    await world.call(world.people.teacher, 'PUT', `/admin/live-sessions/${id}/recording/`, { state: 'none' })
    await lookAt(70)
    expect(await recordingOf(id)).toMatchObject({ state: 'none' })
  })
})
