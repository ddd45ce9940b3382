import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addCourse } from '#server/features/courses/index.ts'
import { featuresAsUser } from '#tests/support/as-user.ts'
import { createTestClock } from '#tests/support/clock.ts'
import { aNewCourse } from '#tests/support/content/courses.ts'
import { addClient, addPerson } from '#tests/support/server/people.ts'
import { startTestServer, type TestServer } from '#tests/support/server/server.ts'

const CLIENT = 7
const NOW = new Date('2026-01-15T20:00:00Z')
const clock = createTestClock(NOW)
let server: TestServer
let people: { admin: number; teacher: number; colleague: number; ann: number; bob: number }

const course = (title: string, instructorId: number) =>
  server.core.db.withTenant(CLIENT, (db) =>
    addCourse(
      db,
      CLIENT,
      aNewCourse({
        title,
        instructors: [{ userId: instructorId, bio: '' }],
        sections: [
          {
            title: 'Only',
            topics: [
              {
                title: 'One',
                items: [
                  { type: 'article', title: 'A', minutes: 1, html: '<p>a</p>' },
                  { type: 'article', title: 'B', minutes: 1, html: '<p>b</p>' },
                ],
              },
            ],
          },
        ],
      }),
    ),
  )

const call = (userId: number, method: 'GET' | 'POST', path: string) =>
  server.app.inject({ method, url: `/api/clients/7${path}`, headers: { authorization: `Bearer ${userId}` } })
const dashboard = async (userId: number) =>
  (await call(userId, 'GET', '/admin/dashboard/')).json() as Record<string, unknown>

beforeAll(async () => {
  server = await startTestServer({ clock, features: featuresAsUser })
  // In Kolkata the date at NOW is already the 16th.
  await addClient(server.db, { id: CLIENT, timeZone: 'Asia/Kolkata' })
  const person = (name: string, role: 'student' | 'instructor' | 'admin') =>
    addPerson(server.db, { clientId: CLIENT, name, role })
  people = {
    admin: await person('Admin', 'admin'),
    teacher: await person('Teacher', 'instructor'),
    colleague: await person('Colleague', 'instructor'),
    ann: await person('Ann', 'student'),
    bob: await person('Bob', 'student'),
  }
  await server.db.asSuperuser("update app_user set created_at = $1::timestamptz - interval '2 days'", [NOW])
  await server.db.asSuperuser(
    "update app_user set created_at = $1::timestamptz - interval '20 days' where id = $2",
    [NOW, people.bob],
  )
  const first = await course('Taught by Teacher', people.teacher)
  const second = await course('Taught by Colleague', people.colleague)
  for (const courseId of [first, second]) await call(people.ann, 'POST', `/courses/${courseId}/enrolment/`)
  await call(people.bob, 'POST', `/courses/${second}/enrolment/`)
  const items = await server.db.asSuperuser<{ id: number }>(
    'select id from course_item where course_id = $1 order by id',
    [first],
  )
  for (const item of items) await call(people.ann, 'POST', `/items/${item.id}/complete/`)
  await server.db.asSuperuser(
    "insert into daily_activity (client_id, user_id, day, seconds) values (7, $1, '2026-01-16', 5400), (7, $1, '2026-01-15', 1800), (7, $2, '2026-01-14', 3600)",
    [people.ann, people.bob],
  )
})
afterAll(() => server.close())

describe('admin dashboard', () => {
  it('shows an admin the whole tenant by its own calendar', async () => {
    const figures = await dashboard(people.admin)
    expect(figures).toMatchObject({
      students: 2,
      active_today: 1,
      new_this_week: 1,
      courses: 2,
      enrolments: 3,
      completions: 1,
    })
    const hours = figures['hours'] as { day: string; hours: number }[]
    expect(hours).toHaveLength(14)
    expect(hours.slice(-3)).toEqual([
      { day: '2026-01-14', hours: 1 },
      { day: '2026-01-15', hours: 0.5 },
      { day: '2026-01-16', hours: 1.5 },
    ])
    expect(figures['course_rows']).toMatchObject([
      { title: 'Taught by Colleague', students: 2, average_percent: 0, completions: 0 },
      { title: 'Taught by Teacher', students: 1, average_percent: 100, completions: 1 },
    ])
  })

  it('shows an instructor only their courses and students', async () => {
    const figures = await dashboard(people.teacher)
    expect(figures).toMatchObject({ students: 1, courses: 1, enrolments: 1, completions: 1 })
    expect(figures['course_rows']).toMatchObject([{ title: 'Taught by Teacher' }])
    expect(figures['recent_students']).toMatchObject([{ name: 'Ann' }])
  })

  it('answers 403 to a student', async () => {
    const response = await call(people.ann, 'GET', '/admin/dashboard/')
    expect(response.statusCode).toBe(403)
    expect(response.json()).toMatchObject({ code: 'forbidden' })
  })
})
