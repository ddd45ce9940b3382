import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LearnerPlan } from '#contract/learner-plan/learner-plan.ts'
import type { Recommendation } from '#contract/courses/catalogue.ts'
import { addCourse } from '#server/features/courses/index.ts'
import { featuresAsUser } from '#tests/support/as-user.ts'
import { aNewCourse } from '#tests/support/content/courses.ts'
import { addClient, addPerson } from '#tests/support/server/people.ts'
import { startTestServer, type TestServer } from '#tests/support/server/server.ts'

const CLIENT = 7
let server: TestServer

const student = (name: string) => addPerson(server.db, { clientId: CLIENT, name, role: 'student' })
const call = async <T>(userId: number, method: 'GET' | 'PUT', path: string, payload?: object) => {
  const reply = await server.app.inject({
    method,
    url: `/api/clients/${CLIENT}/student/${path}/`,
    headers: { authorization: `Bearer ${userId}` },
    ...(payload && { payload }),
  })
  return { status: reply.statusCode, body: reply.json() as T }
}
const save = (userId: number, body: object) => call<LearnerPlan>(userId, 'PUT', 'learner-plan', body)
const plan = async (userId: number) => (await call<LearnerPlan>(userId, 'GET', 'learner-plan')).body
const goal = async (userId: number) =>
  (await call<{ goal_minutes: number | null }>(userId, 'GET', 'weekly-goal')).body.goal_minutes

beforeAll(async () => {
  server = await startTestServer({ features: featuresAsUser })
  await addClient(server.db, { id: CLIENT })
})
afterAll(() => server.close())

describe('learner’s plan', () => {
  it('is open for a new learner, and done once it was skipped', async () => {
    const ann = await student('Ann')
    expect(await plan(ann)).toEqual({ welcomed: false, purpose: null, interests: [] })
    await save(ann, { purpose: null, interests: [] })
    expect(await plan(ann)).toEqual({ welcomed: true, purpose: null, interests: [] })
    expect(await goal(ann)).toBeNull()
  })

  it('saves purpose, interests and the weekly goal, and replaces them later', async () => {
    const ben = await student('Ben')
    const body = { purpose: 'job', interests: ['SQL', 'Python', 'SQL'], daily_minutes: 20 }
    expect((await save(ben, body)).body).toEqual({
      welcomed: true,
      purpose: 'job',
      interests: ['SQL', 'Python'],
    })
    expect(await goal(ben)).toBe(140)
    await save(ben, body)
    await save(ben, { purpose: 'fun', interests: [] })
    expect(await plan(ben)).toEqual({ welcomed: true, purpose: 'fun', interests: [] })
    // Without minutes the goal stays.
    expect(await goal(ben)).toBe(140)
  })

  it('keeps one learner’s plan from another', async () => {
    const [cara, dan] = [await student('Cara'), await student('Dan')]
    await save(cara, { purpose: 'studies', interests: ['Maths'] })
    expect(await plan(dan)).toEqual({ welcomed: false, purpose: null, interests: [] })
  })

  it.each([
    [{ purpose: 'money', interests: [] }, 'purpose'],
    [{ purpose: null, interests: [''] }, 'interests'],
    [{ purpose: null, interests: Array.from({ length: 11 }, (_, n) => `t${n}`) }, 'interests'],
    [{ purpose: null, interests: [], daily_minutes: 25 }, 'daily_minutes'],
  ])('names the field for %j and saves nothing', async (body, field) => {
    const eve = await student(`Eve ${JSON.stringify(body).length}`)
    const reply = await call<{ fields: Record<string, unknown> }>(eve, 'PUT', 'learner-plan', body)
    expect(reply.status).toBe(422)
    expect(Object.keys(reply.body.fields)[0]).toContain(field)
    expect((await plan(eve)).welcomed).toBe(false)
  })

  it('decides what is recommended first, with the interest as the reason', async () => {
    const teacher = await addPerson(server.db, { clientId: CLIENT, name: 'Tara', role: 'instructor' })
    const course = (title: string, tags: string[]) =>
      server.core.db.withTenant(CLIENT, (db) =>
        addCourse(
          db,
          CLIENT,
          aNewCourse({ title, tags, sections: [], instructors: [{ userId: teacher, bio: '' }] }),
        ),
      )
    const sql = await course('Queries', ['sql'])
    const cooking = await course('Soups', ['cooking'])
    const fay = await student('Fay')
    const first = async () =>
      (await call<{ results: Recommendation[] }>(fay, 'GET', 'recommended-learning')).body.results[0]
    await save(fay, { purpose: null, interests: ['Cooking'] })
    expect(await first()).toMatchObject({
      course: { id: cooking },
      reason: { kind: 'interest', tag: 'cooking' },
    })
    await save(fay, { purpose: null, interests: ['SQL'] })
    expect(await first()).toMatchObject({ course: { id: sql }, reason: { kind: 'interest', tag: 'sql' } })
  })
})
