import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { applicationTo } from '#server/features/job-applications/applying/applications.repository.ts'
import { addCourse } from '#server/features/courses/index.ts'
import { aNewCourse } from '#tests/support/content/courses.ts'
import { aRequirement } from '#tests/support/content/jobs.ts'
import { meetingOf } from '#tests/support/meeting.ts'
import { aResume, anApplication, CLIENT, NOW, startJobsWorld, type JobsWorld } from './world.ts'

let world: JobsWorld
beforeAll(async () => {
  world = await startJobsWorld()
})
afterAll(() => world.server.close())
beforeEach(() => world.clock.set(NOW))

const send = (userId: number, jobId: number, values: object = {}, clientId = CLIENT) =>
  world.call(userId, 'POST', `/jobs/${jobId}/application/`, anApplication(values), clientId)
const withResume = async (name: string) => {
  const id = await world.person(name)
  await world.call(id, 'PUT', '/user/resume/', aResume)
  return id
}
const form = async (userId: number, jobId: number) =>
  (await world.call(userId, 'GET', `/jobs/${jobId}/application/`)).json<{
    job: { closed: string | null; deadline_at: string }
    proofs: { kind: string; id: number; title: string }[]
    application: { id: number; state: string } | null
  }>()

const completedCourse = async (userId: number, title: string) =>
  world.server.core.db.withTenant(CLIENT, async (db) => {
    const id = await addCourse(db, CLIENT, aNewCourse({ title, sections: [] }))
    await db
      .insertInto('enrolment')
      .values({ client_id: CLIENT, user_id: userId, course_id: id, enrolled_at: NOW, completed_at: NOW })
      .execute()
    return id
  })

describe('applying', () => {
  it('sends the profile, phone, résumé, note and answers of the learner', async () => {
    const question = randomUUID()
    const jobId = await world.job({
      questions: [
        { id: question, kind: 'yes_no', label: { en: 'Can you relocate?' }, options: [], required: true },
      ],
    })
    const asha = await withResume('Asha One')
    const answer = await send(asha, jobId, { answers: [{ question_id: question, value: 'yes' }] })
    expect(answer.statusCode).toBe(201)
    const { id } = answer.json<{ id: number }>()
    const own = (await world.call(asha, 'GET', `/job-applications/${id}/`)).json<Record<string, never>>()
    expect(own['sent']).toMatchObject({
      name: 'Asha One',
      phone: '+91 98765 43210',
      cover_note: 'I like numbers.',
      answers: [{ label: 'Can you relocate?', value: 'yes' }],
      proofs: [],
      resume: { name: 'Asha Rao.pdf' },
    })
    expect(own['events']).toMatchObject([{ kind: 'state', state: 'applied', at: NOW.toISOString() }])
  })

  it('names each answer that is missing or does not fit, and keeps nothing', async () => {
    const [first, second] = [randomUUID(), randomUUID()]
    const jobId = await world.job({
      questions: [
        { id: first, kind: 'text', label: { en: 'Why?' }, options: [], required: true },
        { id: second, kind: 'choice', label: { en: 'When?' }, options: [{ en: 'Now' }], required: false },
      ],
    })
    const person = await withResume('Asha Two')
    const missing = await send(person, jobId)
    expect(missing.statusCode).toBe(422)
    expect(Object.keys(missing.json<{ fields: object }>().fields)).toEqual([`answers.${first}`])
    const wrong = await send(person, jobId, {
      answers: [
        { question_id: first, value: 'So' },
        { question_id: second, value: 'Later' },
      ],
    })
    expect(Object.keys(wrong.json<{ fields: object }>().fields)).toEqual([`answers.${second}`])
    expect((await form(person, jobId)).application).toBeNull()
  })

  it('needs a résumé', async () => {
    const jobId = await world.job()
    const answer = await send(await world.person('No Resume'), jobId)
    expect(answer.statusCode).toBe(422)
    expect(answer.json<{ fields: object }>().fields).toHaveProperty('resume')
  })

  it('shares only chosen proofs that the learner really has', async () => {
    const jobId = await world.job()
    const person = await withResume('Asha Three')
    const shared = await completedCourse(person, 'Shared course')
    const kept = await completedCourse(person, 'Kept course')
    const others = await completedCourse(await world.person('Other'), 'Course of another')
    expect((await form(person, jobId)).proofs.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual([
      shared,
      kept,
    ])
    const { id } = (
      await send(person, jobId, {
        shared: [
          { kind: 'course', id: shared },
          { kind: 'course', id: others },
          { kind: 'assessment', id: kept },
        ],
      })
    ).json<{ id: number }>()
    const seen = (await world.call(world.people.admin, 'GET', `/admin/job-applications/${id}/`)).body
    expect(seen).toContain('Shared course')
    expect(seen).not.toContain('Kept course')
    expect(seen).not.toContain('Course of another')
  })

  it('makes one application of 100 parallel calls', async () => {
    const jobId = await world.job()
    const person = await withResume('Asha Hundred')
    const answers = await Promise.all(Array.from({ length: 100 }, () => send(person, jobId)))
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([201]))
    expect(new Set(answers.map((answer) => answer.json<{ id: number }>().id)).size).toBe(1)
    const rows = await world.rows('select from job_application where user_id = $1', [person])
    expect(rows).toHaveLength(1)
    const events = await world.rows(
      "select from job_application_event e join job_application a on a.id = e.application_id where a.user_id = $1 and e.to_state = 'applied'",
      [person],
    )
    expect(events).toHaveLength(1)
  })

  it('control: without the constraint parallel calls apply several times', async () => {
    const jobId = await world.job()
    const person = await withResume('Asha Control')
    const bothLooked = meetingOf(2)
    const lookAndInsert = () =>
      world.server.core.db.withTenant(CLIENT, async (db) => {
        if (await applicationTo(db, { clientId: CLIENT, userId: person }, jobId)) return
        await bothLooked()
        const application = {
          job_id: jobId,
          user_id: person,
          name: 'n',
          email: 'e',
          phone: 'p',
          cover_note: '',
        }
        const resume = { resume_url: 'r', resume_name: 'r' }
        const times = { applied_at: NOW, changed_at: NOW }
        await db
          .insertInto('job_application')
          .values({ client_id: CLIENT, ...application, ...resume, ...times, answers: '[]', proofs: '[]' })
          .execute()
      })
    const constraint = 'job_application_client_id_job_id_user_id_key'
    await world.rows(`alter table job_application drop constraint ${constraint}`)
    await Promise.all([lookAndInsert(), lookAndInsert()])
    const rows = await world.rows('select from job_application where user_id = $1', [person])
    expect(rows).toHaveLength(2)
    await world.rows('delete from job_application where user_id = $1', [person])
    await world.rows(
      `alter table job_application add constraint ${constraint} unique (client_id, job_id, user_id)`,
    )
  })

  it("is possible until 23:59 of the client's zone, by the server's clock", async () => {
    const jobId = await world.job({ deadline: '2026-01-15' })
    const [early, late] = [await withResume('Early'), await withResume('Late')]
    // 23:59 in Kolkata.
    world.clock.set(new Date('2026-01-15T18:29:59Z'))
    expect((await send(early, jobId)).statusCode).toBe(201)
    expect((await form(late, jobId)).job.closed).toBeNull()
    world.clock.set(new Date('2026-01-15T18:30:00Z'))
    const refused = await send(late, jobId)
    expect(refused.statusCode).toBe(409)
    expect(refused.json()).toMatchObject({ detail: 'Applying to this job has closed.' })
    expect((await form(late, jobId)).job).toMatchObject({
      closed: 'deadline',
      deadline_at: '2026-01-15T18:30:00.000Z',
    })
    // A repeat of the call that came in time is still answered.
    expect((await send(early, jobId)).statusCode).toBe(201)
  })

  it('knows no drafts, no jobs of another client and no absent ones', async () => {
    const draft = await world.job()
    await world.rows("update job set state = 'draft' where id = $1 and client_id = $2", [draft, CLIENT])
    await world.rows('insert into job_counter (client_id, last_id) values (8, 3999)')
    expect(await world.job({}, 8)).toBe(4000)
    const person = await withResume('Stranger')
    for (const jobId of [draft, 4000, 999_999]) expect((await send(person, jobId)).statusCode).toBe(404)
    expect((await send(person, 4000, {}, 8)).statusCode).toBe(401)
  })
})

describe('own applications', () => {
  it('lists them newest first, and shows each to its learner alone', async () => {
    const person = await withResume('Lister')
    const first = (await send(person, await world.job())).json<{ id: number }>().id
    world.clock.set(new Date(NOW.getTime() + 60_000))
    const second = (await send(person, await world.job())).json<{ id: number }>().id
    const list = (await world.call(person, 'GET', '/job-applications/')).json<{
      count: number
      results: { id: number }[]
    }>()
    expect(list.count).toBe(2)
    expect(list.results.map(({ id }) => id)).toEqual([second, first])
    expect((await world.call(world.people.omar, 'GET', `/job-applications/${first}/`)).statusCode).toBe(404)
    expect((await world.call(world.people.admin, 'GET', `/job-applications/${first}/`)).statusCode).toBe(404)
  })

  it('withdraws before a decision, once, and never after one', async () => {
    const person = await withResume('Withdrawer')
    const jobId = await world.job()
    const { id } = (await send(person, jobId)).json<{ id: number }>()
    const withdraw = () => world.call(person, 'POST', `/job-applications/${id}/withdrawal/`)
    expect((await withdraw()).json()).toMatchObject({ state: 'withdrawn', can_withdraw: false })
    expect((await withdraw()).statusCode).toBe(200)
    const events = await world.rows('select from job_application_event where application_id = $1', [id])
    expect(events).toHaveLength(2)
    // One application per job: withdrawing does not open another chance.
    expect((await send(person, jobId)).json()).toMatchObject({ id, state: 'withdrawn' })
    const other = (await send(person, await world.job())).json<{ id: number }>().id
    await world.rows("update job_application set state = 'rejected' where id = $1", [other])
    expect((await world.call(person, 'POST', `/job-applications/${other}/withdrawal/`)).statusCode).toBe(409)
  })

  it('names after a rejection the courses of the job that the learner has not completed', async () => {
    const person = await withResume('Gap')
    const done = await completedCourse(person, 'Done course')
    const open = await completedCourse(await world.person('Somebody'), 'Gap course')
    const jobId = await world.job({
      requirements: [
        aRequirement({ kind: 'course', course_id: done }),
        aRequirement({ kind: 'course', course_id: open }),
        aRequirement(),
      ],
    })
    const { id } = (await send(person, jobId)).json<{ id: number }>()
    const gap = async () =>
      (await world.call(person, 'GET', `/job-applications/${id}/`)).json<{ gap: object[] }>().gap
    expect(await gap()).toEqual([])
    await world.rows("update job_application set state = 'rejected' where id = $1", [id])
    expect(await gap()).toEqual([{ id: open, title: 'Gap course' }])
  })
})
