import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createReminderJob } from '#server/features/live/index.ts'
import { notifier } from '#server/features/notifications/index.ts'
import { CLIENT, minutesFrom, START, startLiveWorld, type LiveWorld } from './world.ts'

let world: LiveWorld
beforeAll(async () => {
  world = await startLiveWorld()
})
afterAll(() => world.server.close())

const feedPath = async (userId: number) =>
  (await world.call<{ path: string }>(userId, 'POST', '/feed/')).body.path
const fetchFeed = async (path: string) => {
  const { statusCode, body } = await world.server.app.inject({ url: path })
  return { statusCode, lines: body.replaceAll('\r\n ', '').split('\r\n') }
}
/** The value of a property in the event with this id. */
const valueIn = (lines: readonly string[], uid: string, name: string) => {
  const from = lines.findIndex((line) => line === `UID:${uid}`)
  return lines
    .slice(from)
    .find((line) => line.startsWith(`${name}:`))
    ?.slice(name.length + 1)
}
const uidOf = async (sessionId: number) => {
  const [row] = await world.server.db.asSuperuser<{ uid: string }>(
    'select uid from live_session where id = $1',
    [sessionId],
  )
  return `${row?.uid}@live-sessions`
}

describe('the calendar feed', () => {
  it('keeps the id of a changed session, raises its sequence and never has the link', async () => {
    const session = await world.addSession({ title: 'Joins; keys, and more' })
    const [path, uid] = [await feedPath(world.people.ann), await uidOf(session)]
    const before = await fetchFeed(path)
    expect(before.statusCode).toBe(200)
    expect([valueIn(before.lines, uid, 'SEQUENCE'), valueIn(before.lines, uid, 'DTSTART')]).toEqual([
      '0',
      '20260302T120000Z',
    ])
    expect(valueIn(before.lines, uid, 'SUMMARY')).toBe('Joins\\; keys\\, and more')
    expect(before.lines.join()).not.toContain('secret-room')
    await world.server.db.asSuperuser(
      'update live_session set starts_at = $2, ends_at = $3, cancelled_at = $2, sequence = 1 where id = $1',
      [session, minutesFrom(60), minutesFrom(120)],
    )
    const { lines } = await fetchFeed(path)
    expect(['SEQUENCE', 'DTSTART', 'STATUS'].map((name) => valueIn(lines, uid, name))).toEqual([
      '1',
      '20260302T130000Z',
      'CANCELLED',
    ])
  })

  it('has an address that cannot be guessed, and that a new one or turning it off ends', async () => {
    const { ann } = world.people
    const first = await feedPath(ann)
    expect((await fetchFeed(first.replace(/.\.ics$/, '_.ics'))).statusCode).toBe(404)
    expect((await fetchFeed(first.replace(`/${CLIENT}/`, '/8/'))).statusCode).toBe(404)
    const second = await feedPath(ann)
    expect((await fetchFeed(first)).statusCode).toBe(404)
    expect((await fetchFeed(second)).statusCode).toBe(200)
    await world.call(ann, 'DELETE', '/feed/')
    expect((await fetchFeed(second)).statusCode).toBe(404)
  })

  it('changes only with its content: a title, a host’s name or an invitation', async () => {
    const { ann, host } = world.people
    const session = await world.addSession({ audience: 'chosen', title: 'Before' })
    const path = await feedPath(ann)
    const tagged = async (etag = '') => {
      const answer = await world.server.app.inject({ url: path, headers: { 'if-none-match': etag } })
      return { status: answer.statusCode, etag: String(answer.headers['etag']), text: answer.body }
    }
    const changes: readonly [sql: string, expected: string][] = [
      [
        `insert into live_invitee (client_id, session_id, user_id, invited_at) values (7, ${session}, ${ann}, now())`,
        'SUMMARY:Before',
      ],
      [`update live_session set title = 'After' where id = ${session}`, 'SUMMARY:After'],
      [`update app_user set full_name = 'Hanna Host' where id = ${host}`, 'DESCRIPTION:Hanna Host'],
    ]
    let last = await tagged()
    for (const [change, expected] of changes) {
      expect((await tagged(last.etag)).status).toBe(304)
      expect(last.text).not.toContain(expected)
      await world.server.db.asSuperuser(change)
      last = await tagged(last.etag)
      expect([last.status, last.text]).toEqual([200, expect.stringContaining(expected)])
    }
    await world.server.db.asSuperuser(`update app_user set full_name = 'Harper Host' where id = ${host}`)
  })

  it('folds lines at 75 octets', async () => {
    await world.addSession({ title: 'الفهارس'.repeat(20) })
    const { body } = await world.server.app.inject({ url: await feedPath(world.people.bob) })
    expect(Math.max(...body.split('\r\n').map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75)
  })
})

describe('reminders', () => {
  const look = () => createReminderJob(world.server.core, notifier(world.server.core)).look()
  const remindersOf = (sessionId: number) =>
    world.server.db.asSuperuser<{ moment: string; withdrawn: boolean }>(
      `select params ->> 'moment' as moment, withdrawn from notification
       where user_id = $1 and dedupe_key like $2 order by id`,
      [world.people.ann, `live:${sessionId}:%`],
    )

  it('come once a day before, an hour before and at the start; the end withdraws them', async () => {
    const session = await world.addSession()
    for (const minutes of [-1500, -1439, -1438, -60, -59, 0, 1]) {
      world.clock.set(minutesFrom(minutes))
      await Promise.all([look(), look()])
    }
    const moments = (await remindersOf(session)).map(({ moment }) => moment)
    expect(moments).toEqual(['day', 'hour', 'start'])
    world.clock.set(minutesFrom(61))
    await look()
    expect((await remindersOf(session)).every(({ withdrawn }) => withdrawn)).toBe(true)
  })

  it('come with word of the next class for somebody who enrols late, once', async () => {
    const { bob } = world.people
    const start = minutesFrom(20_000)
    world.clock.set(minutesFrom(18_000))
    for (const [title, later, kind] of [
      ['The one after', 60 * 24, 'class'],
      ['The next one', 0, 'class'],
      ['A talk', -60, 'webinar'],
    ] as const)
      await world.addSession({
        title,
        kind,
        audience: 'course',
        course_id: world.course,
        starts_at: new Date(start.getTime() + later * 60_000),
      })
    const invitations = () =>
      world.server.db.asSuperuser<{ title: string; user_id: number }>(
        "select params ->> 'title' as title, user_id from notification where kind = 'live_invited'",
      )
    world.clock.set(minutesFrom(18_100))
    await look()
    expect(await invitations()).toEqual([])
    await world.server.db.asSuperuser(
      'insert into enrolment (client_id, user_id, course_id, enrolled_at) values ($1, $2, $3, $4)',
      [CLIENT, bob, world.course, world.clock.now()],
    )
    await Promise.all([look(), look()])
    await look()
    expect(await invitations()).toEqual([{ title: 'The next one', user_id: bob }])
  })

  it('never come for a time that a session moved away from, nor for a cancelled one', async () => {
    const startsAt = minutesFrom(10_000)
    const [moved, cancelled] = [
      await world.addSession({ starts_at: startsAt }),
      await world.addSession({ starts_at: startsAt, cancelled_at: START }),
    ]
    world.clock.set(minutesFrom(10_000 - 60))
    await look()
    await world.server.db.asSuperuser(
      "update live_session set starts_at = starts_at + interval '3 hours', ends_at = ends_at + interval '3 hours' where id = $1",
      [moved],
    )
    world.clock.set(startsAt)
    await look()
    expect(await remindersOf(moved)).toEqual([{ moment: 'hour', withdrawn: true }])
    expect(await remindersOf(cancelled)).toEqual([])
  })
})
