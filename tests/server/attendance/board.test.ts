import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { boardTopic } from '#contract/notifications/live.ts'
import { listenAt } from '#tests/server/notifications/stream-client.ts'
import { CLIENT, startClass, type TestClass } from './setup.ts'

let at: TestClass
let address = ''
beforeAll(async () => {
  at = await startClass()
  address = await at.server.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => at.close())

interface Board {
  state: string
  code: string | null
  changes_in_ms: number | null
  people: { name: string; via: string | null }[]
}
const board = async (session: number) =>
  (await at.call(at.people.teacher, 'GET', `/admin/attendance/sessions/${session}/board/`))
    .body as unknown as Board
const open = (session: number, isOpen = true) =>
  at.call(at.people.teacher, 'PUT', `/admin/attendance/sessions/${session}/check-in/`, { open: isOpen })

describe('the board of who is in', () => {
  it('is told by the stream of a check-in, a join and a mark by hand', async () => {
    at.at(0)
    const session = await at.session(0)
    const topic = boardTopic(session)
    const stream = await listenAt(address, at.people.teacher, { clientId: CLIENT, watch: `${topic}@0` })
    const news = () => stream.heard.filter(({ name, data }) => name === 'live' && data.topic === topic)
    // A page that was away fetches its board again.
    await stream.until(() => news().some(({ data }) => data.whole === true))

    await open(session)
    await stream.until(() => news().length === 2)
    const { code } = await board(session)
    await at.call(at.people.ann, 'POST', `/attendance/sessions/${session}/check-in/`, { code })
    await stream.until(() => news().length === 3)
    expect((await board(session)).people).toMatchObject([{ name: 'Ann', via: 'check-in' }, { via: null }])

    await at.server.db.asSuperuser(
      "update live_session set meeting_url = 'https://meet.example/x' where id = $1",
      [session],
    )
    const joined = await at.call(at.people.bob, 'POST', `/live/sessions/${session}/join/`, {
      page: randomUUID(),
      consent: null,
    })
    expect(joined.body).toMatchObject({ outcome: 'joined' })
    await stream.until(() => news().length === 4)
    expect((await board(session)).people).toMatchObject([{ via: 'check-in' }, { name: 'Bob', via: 'joined' }])

    await at.call(at.people.teacher, 'POST', `/admin/attendance/courses/${at.courseId}/marks/`, {
      marks: [{ session_id: session, user_id: at.people.ann, status: 'late', was: 'present' }],
      reason: '',
    })
    await stream.until(() => news().length === 5)
    expect(news().every(({ data }) => data.whole === true || data.came?.includes(session))).toBe(true)
    await stream.leave()
  })

  it('says how long time leaves it as it is: until the opening, the next code and the end', async () => {
    const session = await at.session(0)
    at.at(-25)
    expect(await board(session)).toMatchObject({ state: 'early', changes_in_ms: 15 * 60_000 })
    at.at(-10)
    expect(await board(session)).toMatchObject({ state: 'closed', changes_in_ms: 70 * 60_000 })
    await open(session)
    at.clock.advance(4000)
    expect(await board(session)).toMatchObject({ state: 'open', changes_in_ms: 11_000 })
    at.at(60)
    expect(await board(session)).toMatchObject({ state: 'ended', code: null, changes_in_ms: null })
  })

  it('is open to a learner as a class to check in to, until they are in', async () => {
    at.at(0)
    const session = await at.session(0, { title: 'Now' })
    const checkIns = async (user: number) =>
      (await at.call(user, 'GET', '/attendance/')).body as unknown as { check_ins: object[] }
    const isOffered = async (user: number) =>
      (await checkIns(user)).check_ins.some((each) => (each as { id: number }).id === session)
    expect(await isOffered(at.people.bob)).toBe(false)
    await open(session)
    expect(await isOffered(at.people.bob)).toBe(true)
    expect(await isOffered(at.people.stranger)).toBe(false)
    const { code } = await board(session)
    await at.call(at.people.bob, 'POST', `/attendance/sessions/${session}/check-in/`, { code })
    expect(await isOffered(at.people.bob)).toBe(false)
    await open(session, false)
    expect(await isOffered(at.people.ann)).toBe(false)
  })
})
