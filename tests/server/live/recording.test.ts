import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PastSession, Recording, Schedule } from '#contract/live/live.ts'
import { storeFile } from '#server/features/files/index.ts'
import { fileCookie } from '#tests/support/server/people.ts'
import { CLIENT, minutesFrom, startLiveWorld, type LiveWorld } from './world.ts'

let world: LiveWorld
beforeAll(async () => {
  world = await startLiveWorld()
  world.clock.set(minutesFrom(120))
})
afterAll(() => world.server.close())

const VIDEO = 'https://videos.example.test/a.mp4'
const record = (sessionId: number, state: 'ready' | 'expected' = 'ready', url = VIDEO) =>
  world.server.db.asSuperuser(
    `insert into live_recording (client_id, session_id, state, expected_at, ready_at, duration_seconds, sources, updated_at)
     values ($1, $2, $3, $4, $4, 100, $5, $4)`,
    [CLIENT, sessionId, state, minutesFrom(150), JSON.stringify([{ url, mime: 'video/mp4' }])],
  )
const recordingOf = (userId: number, sessionId: number) =>
  world.call<Recording>(userId, 'GET', `/sessions/${sessionId}/recording/`)
const watch = (sessionId: number, ranges: [number, number][], position = 0) =>
  world.call<{ watched_seconds: number; completed_at: string | null }>(
    world.people.ann,
    'POST',
    `/sessions/${sessionId}/recording/progress/`,
    { position_seconds: position, ranges },
  )
const past = async (query = '') =>
  (await world.call<{ count: number; results: PastSession[] }>(world.people.ann, 'GET', `/past/${query}`))
    .body

describe('a recording', () => {
  it('resumes, counts each second once and is completed at 90 percent', async () => {
    const session = await world.addSession()
    await record(session)
    await watch(session, [[0, 40]], 40)
    const twice = await watch(session, [[10, 40]], 40)
    expect(twice.body).toEqual({ watched_seconds: 40, completed_at: null })
    const done = await watch(session, [[40, 95]], 95)
    expect(done.body).toEqual({ watched_seconds: 95, completed_at: minutesFrom(120).toISOString() })
    const { body } = await recordingOf(world.people.ann, session)
    expect([body.position_seconds, body.watched_seconds]).toEqual([95, 95])
  })

  it('is there for invited people only, and only once it is ready', async () => {
    const ofCourse = await world.addSession({ audience: 'course', course_id: world.course })
    await record(ofCourse)
    expect((await recordingOf(world.people.bob, ofCourse)).status).toBe(404)
    await world.enrol(world.people.bob)
    expect((await recordingOf(world.people.bob, ofCourse)).status).toBe(200)
    const waiting = await world.addSession()
    await record(waiting, 'expected')
    expect((await recordingOf(world.people.bob, waiting)).status).toBe(404)
  })

  it('closes its film to somebody who left the course', async () => {
    const { config, core, db, app } = world.server
    const { bob } = world.people
    const session = await world.addSession({ audience: 'course', course_id: world.course })
    const film = { words: 'recording', ending: 'mp4', content: Buffer.from('a film') }
    await record(session, 'ready', await storeFile(config.dataDir, CLIENT, film))
    const setLeft = (at: Date | null) =>
      db.asSuperuser('update enrolment set left_at = $1 where user_id = $2', [at, bob])
    await setLeft(null)
    const url = (await recordingOf(bob, session)).body.sources[0]?.url ?? ''
    expect(url).toMatch(/^\/files\/7\/signed\/[0-9a-z]+\.r[0-9a-z]+-/)
    const status = async () => (await app.inject({ url, headers: fileCookie(core, CLIENT, bob) })).statusCode
    expect(await status()).toBe(200)
    await setLeft(minutesFrom(130))
    expect(await status()).toBe(404)
    await setLeft(null)
    expect(await status()).toBe(200)
  })

  it('and the coming classes of a course are there for somebody who enrols late', async () => {
    const course = { audience: 'course', course_id: world.course } as const
    const late = world.people.admin
    const [held, coming] = [
      await world.addSession(course),
      await world.addSession({ ...course, starts_at: minutesFrom(3000) }),
    ]
    await record(held)
    const idsOf = async (path: string) =>
      (await world.call<{ results: { id: number }[] }>(late, 'GET', path)).body.results.map(({ id }) => id)
    expect([await idsOf('/schedule/'), await idsOf('/past/')].flat()).not.toContain(coming)
    await world.enrol(late)
    expect(await idsOf('/schedule/')).toContain(coming)
    expect(await idsOf('/past/')).toContain(held)
    expect((await recordingOf(late, held)).status).toBe(200)
  })

  it('stands beside the schedule for three hours, with the time at which it is expected', async () => {
    const session = await world.addSession({ starts_at: minutesFrom(55), title: 'Just over' })
    await record(session, 'expected')
    const { body } = await world.call<Schedule>(world.people.ann, 'GET', '/schedule/')
    expect(body.recent).toMatchObject({
      id: session,
      state: 'ended',
      recording: { state: 'expected', expected_at: minutesFrom(150).toISOString() },
    })
  })
})

describe('past sessions', () => {
  it('are found by words of title, course and host, in any spelling', async () => {
    await world.addSession({ title: 'الفهارس والأداء', starts_at: minutesFrom(-300) })
    await world.addSession({ title: 'Indexes', course_id: world.course, starts_at: minutesFrom(-400) })
    const titles = async (search: string) =>
      (await past(`?search=${encodeURIComponent(search)}`)).results.map(({ title }) => title)
    expect(await titles('الاداء')).toEqual(['الفهارس والأداء'])
    expect(await titles('databases INDEX')).toEqual(['Indexes'])
    expect((await titles('harper')).length).toBeGreaterThan(1)
    expect(await titles('zzzz')).toEqual([])
  })

  it('can be narrowed to a course, and leave out cancelled and coming ones', async () => {
    await world.addSession({ cancelled_at: minutesFrom(-500), starts_at: minutesFrom(-600) })
    await world.addSession({ starts_at: minutesFrom(600), title: 'Later' })
    const all = await past('?page_size=50')
    expect(all.results.map(({ state }) => state)).not.toContain('cancelled')
    expect(all.results.map(({ title }) => title)).not.toContain('Later')
    const narrowed = await past(`?course=${world.course}`)
    expect(narrowed.results.every(({ course }) => course?.id === world.course)).toBe(true)
    expect(narrowed.count).toBeLessThan(all.count)
  })
})
