/** A client with jobs, courses and people, for the tests of the job board. */
import type { JobDocument } from '#contract/jobs/shapes.ts'
import { addCourse } from '#server/features/courses/index.ts'
import { addJob } from '#server/features/jobs/index.ts'
import { featuresAsUser } from '#tests/support/as-user.ts'
import { createTestClock } from '#tests/support/clock.ts'
import { aNewCourse } from '#tests/support/content/courses.ts'
import { aJob } from '#tests/support/content/jobs.ts'
import { addClient, addPerson } from '#tests/support/server/people.ts'
import { startTestServer, type TestServer } from '#tests/support/server/server.ts'

export const CLIENT = 7
/** In Kolkata it is 01:30 of the 16th. */
export const NOW = new Date('2026-01-15T20:00:00Z')
export const DAY_BEFORE = new Date(NOW.getTime() - 86_400_000)

export interface JobsWorld {
  readonly server: TestServer
  readonly clock: ReturnType<typeof createTestClock>
  readonly people: { readonly ann: number; readonly bob: number }
  readonly add: (document: Partial<JobDocument>, state?: Parameters<typeof addJob>[3]) => Promise<number>
  readonly course: (title: string, tags: string[]) => Promise<number>
  readonly call: <T>(
    userId: number | null,
    method: 'GET' | 'PUT' | 'POST' | 'DELETE',
    path: string,
    body?: object,
    headers?: Record<string, string>,
  ) => Promise<{ status: number; body: T }>
}

export const startJobsWorld = async (dist?: string): Promise<JobsWorld> => {
  const clock = createTestClock(NOW)
  const server = await startTestServer({
    clock,
    features: featuresAsUser,
    ...(dist !== undefined && { dist }),
  })
  await addClient(server.db, { id: CLIENT, timeZone: 'Asia/Kolkata' })
  await server.db.asSuperuser("update client set languages = '{en,hi,ar}' where client_id = $1", [CLIENT])
  const person = (name: string) => addPerson(server.db, { clientId: CLIENT, name, role: 'student' })
  const people = { ann: await person('Ann'), bob: await person('Bob') }
  return {
    server,
    clock,
    people,
    add: (document, state = { state: 'open', postedAt: DAY_BEFORE }) =>
      server.core.db.withTenant(CLIENT, async (db) => {
        const id = await addJob(db, CLIENT, aJob(document), state)
        await server.core.changes.announce(db, { kind: 'jobs', clientId: CLIENT })
        return id
      }),
    course: (title, tags) =>
      server.core.db.withTenant(CLIENT, async (db) => {
        const id = await addCourse(
          db,
          CLIENT,
          aNewCourse({
            title,
            tags,
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
        )
        await server.core.changes.announce(db, { kind: 'courses', clientId: CLIENT })
        return id
      }),
    call: async <T>(
      userId: number | null,
      method: 'GET' | 'PUT' | 'POST' | 'DELETE',
      path: string,
      body?: object,
      headers: Record<string, string> = {},
    ) => {
      const answer = await server.app.inject({
        method,
        url: `/api/clients/${CLIENT}${path}`,
        ...(body && { payload: body }),
        headers: { ...headers, ...(userId !== null && { authorization: `Bearer ${userId}` }) },
      })
      return {
        status: answer.statusCode,
        body: (answer.body.startsWith('{') ? answer.json() : {}) as T,
      }
    },
  }
}
