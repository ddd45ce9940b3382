/** One client with a job, its people, and calls as each of them. */
import type { JobDocument } from '#contract/jobs/shapes.ts'
import type { Role } from '#contract/common.ts'
import { resumePdf } from '#server/demo/content/resume-pdf.ts'
import { addJob } from '#server/features/jobs/index.ts'
import { featuresAsUser } from '#tests/support/as-user.ts'
import { createTestClock } from '#tests/support/clock.ts'
import { aJob } from '#tests/support/content/jobs.ts'
import { addClient, addPerson } from '#tests/support/server/people.ts'
import { startTestServer } from '#tests/support/server/server.ts'

export const CLIENT = 7
/** 20:00 in UTC is the next day in Kolkata. */
export const NOW = new Date('2026-01-15T10:00:00Z')

export const asBase64 = (bytes: Buffer) => bytes.toString('base64')
export const aResume = { name: 'Asha Rao.pdf', data: asBase64(resumePdf('Asha Rao', ['Analyst'])) }
export const anApplication = (values: object = {}) => ({
  phone: '+91 98765 43210',
  cover_note: 'I like numbers.',
  answers: [],
  shared: [],
  ...values,
})

export const startJobsWorld = async () => {
  const clock = createTestClock(NOW)
  const server = await startTestServer({ clock, features: featuresAsUser })
  await addClient(server.db, { id: CLIENT, timeZone: 'Asia/Kolkata' })
  await addClient(server.db, { id: 8 })
  const person = (name: string, role: Role = 'student', clientId = CLIENT) =>
    addPerson(server.db, { clientId, name, role })
  const people = {
    admin: await person('Admin', 'admin'),
    recruiter: await person('Recruiter', 'instructor'),
    colleague: await person('Colleague', 'instructor'),
    asha: await person('Asha Rao'),
    omar: await person('Omar Said'),
    foreigner: await person('Foreigner', 'student', 8),
  }
  const call = (
    userId: number,
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    payload?: object,
    clientId = CLIENT,
  ) =>
    server.app.inject({
      method,
      url: `/api/clients/${clientId}${path}`,
      headers: { authorization: `Bearer ${userId}` },
      ...(payload && { payload }),
    })
  return {
    server,
    clock,
    people,
    person,
    call,
    job: (values: Partial<JobDocument> = {}, clientId = CLIENT) =>
      server.core.db.withTenant(clientId, (db) =>
        addJob(db, clientId, aJob(values), { state: 'open', postedAt: NOW }),
      ),
    rows: <T extends object>(text: string, values: unknown[] = []) => server.db.asSuperuser<T>(text, values),
    /** Uploads a résumé and applies. */
    apply: async (userId: number, jobId: number, values: object = {}) => {
      await call(userId, 'PUT', '/user/resume/', aResume)
      const answer = await call(userId, 'POST', `/jobs/${jobId}/application/`, anApplication(values))
      return answer.json<{ id: number; state: string }>()
    },
  }
}
export type JobsWorld = Awaited<ReturnType<typeof startJobsWorld>>
