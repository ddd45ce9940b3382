import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JobDetail, JobFacets, JobMatch, ListedJob } from '#contract/jobs/jobs.ts'
import { applicationStates } from '#contract/job-applications/applications.ts'
import { languages } from '#contract/languages.ts'
import { featuresAsUser } from '#tests/support/as-user.ts'
import { startDemoServer } from '#tests/support/server/demo.ts'
import type { TestServer } from '#tests/support/server/server.ts'

const RECORDS = Array.from({ length: 21 }, (_, index) => index + 1)
let server: TestServer
beforeAll(async () => {
  server = await startDemoServer({ features: featuresAsUser })
})
afterAll(() => server.close())

const get = async <T>(clientId: number, path: string, language: string) => {
  const [student] = await server.db.asSuperuser<{ id: number }>(
    "select id from app_user where client_id = $1 and username = 'student'",
    [clientId],
  )
  const answer = await server.app.inject({
    url: `/api/clients/${clientId}${path}`,
    headers: { authorization: `Bearer ${student?.id}`, 'accept-language': language },
  })
  return { status: answer.statusCode, body: answer.json<T>() }
}

describe.each([7, 8])('the jobs of demo client %i', (clientId) => {
  it('have the ids 1 to 21, each with its own text in every language', async () => {
    const offered = clientId === 8 ? languages.filter((language) => language !== 'hi') : languages
    for (const language of offered) {
      const jobs = await Promise.all(
        RECORDS.map(async (id) => (await get<JobDetail>(clientId, `/jobs/${id}/`, language)).body),
      )
      expect(jobs.map(({ id }) => id)).toEqual(RECORDS)
      expect(new Set(jobs.map(({ description }) => description)).size).toBe(21)
      for (const job of jobs) {
        expect(job.language).toBeUndefined()
        expect(job.description.length).toBeGreaterThan(120)
        expect(job.requirements.length).toBeGreaterThan(1)
        expect(job.benefits.length).toBeGreaterThan(1)
      }
    }
    expect((await get(clientId, '/jobs/22/', 'en')).status).toBe(404)
  })

  it('are open but for two, of every type, level and most salary bands', async () => {
    const { body } = await get<JobFacets>(clientId, '/job-facets/', 'en')
    expect(body.count).toBe(19)
    for (const { count } of [...body.type, ...body.level]) expect(count).toBeGreaterThan(0)
    expect(body.salary.filter(({ count }) => count > 0).length).toBeGreaterThanOrEqual(clientId === 7 ? 9 : 5)
    expect([body.saved, body.featured]).toEqual([2, 3])
  })

  it('show the demo student what is met and what closes a gap', async () => {
    const { body } = await get<{ results: ListedJob[] }>(clientId, '/jobs/?page_size=100', 'en')
    expect(body.results.filter(({ match }) => match.of > 0).length).toBeGreaterThan(8)
    const matches = await Promise.all(
      RECORDS.map(async (id) => (await get<JobMatch>(clientId, `/jobs/${id}/match/`, 'en')).body),
    )
    const requirements = matches.flatMap((match) => match.requirements)
    expect(requirements.filter(({ gap }) => gap !== null).length).toBeGreaterThan(5)
    expect(requirements.some(({ state }) => state === 'partial' || state === 'met')).toBe(true)
  })
})

describe.each([7, 8])('the applications of demo client %i', (clientId) => {
  const statesOf = async (where: string) =>
    (
      await server.db.asSuperuser<{ state: string }>(
        `select distinct a.state from job_application a
          join app_user u on u.client_id = a.client_id and u.id = a.user_id
          where a.client_id = $1 and ${where}`,
        [clientId],
      )
    ).map(({ state }) => state)

  it('fill one board over all states, and the student has some in most of them', async () => {
    expect((await statesOf('a.job_id = 1')).toSorted()).toEqual([...applicationStates].toSorted())
    expect((await statesOf("u.username = 'student'")).length).toBeGreaterThan(5)
  })

  it('happened before now, and each has a résumé that is stored', async () => {
    const late = await server.db.asSuperuser(
      'select from job_application_event where client_id = $1 and at > $2',
      [clientId, server.core.clock.now()],
    )
    const missing = await server.db.asSuperuser(
      `select from job_application a where client_id = $1 and not exists (
        select from job_resume r where r.client_id = a.client_id and r.user_id = a.user_id and r.url = a.resume_url)`,
      [clientId],
    )
    expect([late, missing]).toEqual([[], []])
  })
})
