import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PastSession, Schedule } from '#contract/live/live.ts'
import type { Webinar } from '#contract/live/webinars.ts'
import { createSlotKeeper } from '#server/demo/live-slots.ts'
import { seedDemo } from '#server/demo/seed.ts'
import { featuresAsUser } from '#tests/support/as-user.ts'
import { createTestClock } from '#tests/support/clock.ts'
import { startTestServer, type TestServer } from '#tests/support/server/server.ts'

const clock = createTestClock('2026-03-02T09:00:00Z')
let server: TestServer
let students: { id: number; client_id: number }[]

beforeAll(async () => {
  server = await startTestServer({ clock, features: featuresAsUser })
  await seedDemo(server.core)
  students = await server.db.asSuperuser(
    "select id, client_id from app_user where username = 'student' and client_id in (7, 8) order by client_id",
  )
}, 120_000)
afterAll(() => server.close())

const get = async <T>(student: { id: number; client_id: number }, path: string): Promise<T> => {
  const answer = await server.app.inject({
    url: `/api/clients/${student.client_id}/live${path}`,
    headers: { authorization: `Bearer ${student.id}` },
  })
  return answer.json<T>()
}
const statesOf = async (student: (typeof students)[number]) =>
  (await get<Schedule>(student, '/schedule/')).results.map(({ state }) => state)

describe('the live classes of the demo', () => {
  it('have one under way, one about to start, coming ones and a cancelled one in both clients', async () => {
    for (const student of students) {
      const states = await statesOf(student)
      expect(states.slice(0, 2)).toEqual(['live', 'scheduled'])
      expect(states).toContain('cancelled')
      expect(states.length).toBeGreaterThanOrEqual(5)
    }
  })

  it('keep both at all times', async () => {
    const keeper = createSlotKeeper(server.core)
    for (let step = 0; step < 30; step += 1) {
      clock.advance(7 * 60_000)
      await keeper.look()
      for (const student of students) {
        const { results } = await get<Schedule>(student, '/schedule/')
        expect(results.some(({ state }) => state === 'live')).toBe(true)
        const soon = results.filter(
          ({ starts_at: at }) => Math.abs(Date.parse(at) - clock.now().getTime()) <= 12 * 60_000,
        )
        expect(soon.length).toBeGreaterThan(0)
      }
    }
    clock.set('2026-03-02T09:00:00Z')
    await server.db.asSuperuser('delete from live_reminder')
  })

  it('have a webinar to register for, and a past one with its recording', async () => {
    for (const student of students) {
      const list = async (view: string) => {
        const answer = await server.app.inject({
          url: `/api/clients/${student.client_id}/webinars/?view=${view}`,
          headers: { authorization: `Bearer ${student.id}` },
        })
        if (answer.statusCode !== 200) throw new Error(answer.body)
        return answer.json<{ results: Webinar[] }>().results
      }
      const [next] = await list('upcoming')
      expect(next).toMatchObject({ state: 'scheduled', is_registered: false, capacity: 40 })
      expect(next?.registered).toBeGreaterThan(0)
      const [past] = await list('past')
      const { results } = await get<{ results: PastSession[] }>(student, '/past/?page_size=50')
      expect(results.find(({ id }) => id === past?.id)).toMatchObject({
        kind: 'webinar',
        recording: { state: 'ready' },
      })
    }
  })

  it('come with two months of attendance for every student', async () => {
    for (const { client_id: client } of students) {
      const marked = await server.db.asSuperuser<{ marks: number; days: number }>(
        `select count(m.session_id)::int as marks,
           coalesce(extract(day from max(s.starts_at) - min(s.starts_at)), 0)::int as days
         from app_user u
         left join attendance_mark m on m.client_id = u.client_id and m.user_id = u.id
         left join live_session s on s.client_id = m.client_id and s.id = m.session_id
         where u.client_id = $1 and u.role = 'student' group by u.id`,
        [client],
      )
      expect(marked.length).toBeGreaterThan(20)
      expect(Math.min(...marked.map(({ marks }) => marks))).toBeGreaterThanOrEqual(8)
      expect(Math.min(...marked.map(({ days }) => days))).toBeGreaterThanOrEqual(56)
    }
  })

  it('know of everybody whose minutes they count that they joined', async () => {
    const unjoined = await server.db.asSuperuser(
      `select p.client_id, p.session_id, p.user_id from live_presence p
       where not exists (select from live_join j
         where j.client_id = p.client_id and j.session_id = p.session_id and j.user_id = p.user_id)`,
    )
    expect(unjoined).toEqual([])
  })

  it('stand beside a full workshop with a waiting list', async () => {
    for (const { client_id: client } of students) {
      const full = await server.db.asSuperuser(
        `select from workshop w where w.client_id = $1 and w.starts_at > $2
           and (select count(*) from workshop_registration r where r.client_id = w.client_id and r.workshop_id = w.id
             and r.status in ('registered', 'offered', 'confirmed')) >= w.capacity
           and exists (select from workshop_registration r where r.client_id = w.client_id and r.workshop_id = w.id
             and r.status = 'waiting')`,
        [client, clock.now()],
      )
      expect(full.length).toBeGreaterThan(0)
    }
  })

  it('have recordings with captions and counted minutes in the past', async () => {
    for (const student of students) {
      const { results } = await get<{ results: PastSession[] }>(student, '/past/?page_size=50')
      expect(results.length).toBeGreaterThanOrEqual(8)
      expect(results.filter(({ minutes }) => minutes !== null).length).toBeGreaterThan(4)
      const ready = results.find(({ recording }) => recording.state === 'ready')
      const recording = await get<{ captions: unknown[]; sources: unknown[] }>(
        student,
        `/sessions/${ready?.id}/recording/`,
      )
      expect([recording.sources.length, recording.captions.length]).toEqual([2, 3])
    }
  })
})
