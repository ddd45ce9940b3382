import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EditedJob, JobOptions } from '#contract/job-applications/editor.ts'
import type { JobDocument } from '#contract/jobs/shapes.ts'
import { aJob, aRequirement } from '#tests/support/content/jobs.ts'
import { startJobsWorld, type JobsWorld } from './world.ts'

let world: JobsWorld
beforeAll(async () => {
  world = await startJobsWorld()
})
afterAll(() => world.server.close())

const HOUR_MS = 3_600_000
const later = (hours: number) => new Date(world.clock.now().getTime() + hours * HOUR_MS).toISOString()
const create = (document: JobDocument, key: string = randomUUID(), userId = world.people.admin) =>
  world.call(userId, 'POST', '/admin/jobs/', { idempotency_key: key, document })
const newJob = async (values: Partial<JobDocument> = {}) => (await create(aJob(values))).json<EditedJob>()
const read = async (id: number, userId = world.people.admin) =>
  (await world.call(userId, 'GET', `/admin/jobs/${id}/document/`)).json<EditedJob>()
const save = (id: number, revision: number, document: JobDocument, userId = world.people.admin) =>
  world.call(userId, 'PUT', `/admin/jobs/${id}/document/`, { revision, document })
const setState = (id: number, body: object, userId = world.people.admin) =>
  world.call(userId, 'PUT', `/admin/jobs/${id}/state/`, body)
const setRecruiters = (id: number, ids: number[], userId = world.people.admin) =>
  world.call(userId, 'PUT', `/admin/jobs/${id}/recruiters/`, { user_ids: ids })
const isSeen = async (id: number) =>
  (await world.call(world.people.asha, 'GET', `/jobs/${id}/`)).statusCode === 200
const fieldsOf = (answer: { json: <T>() => T }) =>
  Object.entries(answer.json<{ fields: Record<string, { code: string }[]> }>().fields).map(
    ([field, [issue]]) => `${field}: ${issue?.code}`,
  )

describe('writing jobs', () => {
  it('adds a job as a draft that learners do not see', async () => {
    const job = await newJob()
    expect(job).toMatchObject({ state: 'draft', revision: 1, document: aJob(), applications: 0 })
    expect(await isSeen(job.id)).toBe(false)
  })

  it('adds one job for 20 parallel repeats of one call', async () => {
    const key = randomUUID()
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(aJob(), key)))
    const ids = answers
      .filter(({ statusCode }) => statusCode === 201)
      .map((each) => each.json<EditedJob>().id)
    const repeated = (await create(aJob(), key)).json<EditedJob>().id
    expect(new Set([...ids, repeated]).size).toBe(1)
    const rows = await world.rows('select from job where created_key = $1', [key])
    expect(rows).toHaveLength(1)
  })

  it('saves what was changed, and learners read it at once', async () => {
    const job = await newJob()
    await setState(job.id, { state: 'open' })
    const document = aJob({ company: 'Bright', requirements: [aRequirement({ texts: { en: 'Curiosity' } })] })
    expect((await save(job.id, job.revision, document)).json()).toMatchObject({ revision: 2, document })
    const seen = (await world.call(world.people.asha, 'GET', `/jobs/${job.id}/`)).json()
    expect(seen).toMatchObject({ company: 'Bright', requirements: ['Curiosity'] })
  })

  it('refuses a save over the change of somebody else, and loses neither', async () => {
    const job = await newJob()
    await setRecruiters(job.id, [world.people.recruiter])
    const first = await save(job.id, 1, aJob({ company: 'First' }), world.people.recruiter)
    const second = await save(job.id, 1, aJob({ company: 'Second' }))
    expect([first.statusCode, second.statusCode]).toEqual([200, 409])
    expect((await read(job.id)).document.company).toBe('First')
    expect((await save(job.id, 2, aJob({ company: 'Second' }))).statusCode).toBe(200)
  })

  it('saves one of 20 parallel changes of the same revision', async () => {
    const job = await newJob()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => save(job.id, 1, aJob({ company: `Company ${index}` }))),
    )
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect((await read(job.id)).revision).toBe(2)
  })

  it('answers a repeat of a save like the first one', async () => {
    const job = await newJob()
    const document = aJob({ company: 'Twice' })
    await save(job.id, 1, document)
    const repeat = await save(job.id, 1, document)
    expect([repeat.statusCode, repeat.json<EditedJob>().revision]).toEqual([200, 2])
  })

  it('names every field that is wrong', async () => {
    const answer = await create(
      aJob({
        salary: { min: 5, max: 4, currency: 'rupees', period: 'year' },
        requirements: [
          aRequirement({ kind: 'course', course_id: 999_999 }),
          aRequirement({ kind: 'skill', texts: { hi: 'हिंदी' } }),
        ],
        questions: [
          {
            id: randomUUID(),
            kind: 'choice',
            label: { en: 'Where?' },
            options: [{ en: 'Here' }],
            required: true,
          },
        ],
      }),
    )
    expect(answer.statusCode).toBe(422)
    expect(fieldsOf(answer).toSorted()).toEqual([
      'document.questions.0.options: required',
      'document.requirements.0.course_id: invalid',
      'document.requirements.1.skill: required',
      'document.requirements.1.texts.en: required',
      'document.salary.currency: invalid',
      'document.salary.max: too_small',
    ])
  })

  it('forgets what does not belong to the kind of a requirement', async () => {
    const requirement = aRequirement({ kind: 'other', skill: 'SQL', min_percent: 50 })
    const job = await newJob({ requirements: [requirement] })
    expect(job.document.requirements[0]).toMatchObject({ skill: null, min_percent: null })
  })

  it('lists what a job can be linked to; instructors get no list of colleagues', async () => {
    const options = async (userId: number) =>
      (await world.call(userId, 'GET', '/admin/job-options/')).json<JobOptions>()
    const ofAdmin = await options(world.people.admin)
    expect(ofAdmin).toMatchObject({ time_zone: 'Asia/Kolkata', today: '2026-01-15' })
    expect(ofAdmin.recruiters.map(({ name }) => name)).toEqual(['Colleague', 'Recruiter'])
    expect((await options(world.people.recruiter)).recruiters).toEqual([])
  })
})

describe('the state of a job', () => {
  it('publishes, closes and reopens', async () => {
    const { id } = await newJob()
    await setState(id, { state: 'open' })
    expect(await isSeen(id)).toBe(true)
    expect((await setState(id, { state: 'closed' })).json()).toMatchObject({
      state: 'closed',
      closed: 'closed',
    })
    expect((await setState(id, { state: 'open' })).json()).toMatchObject({ state: 'open', closed: null })
  })

  it('opens a scheduled job at its time, also before anybody looks', async () => {
    const { id } = await newJob()
    const opensAt = later(2)
    expect((await setState(id, { state: 'scheduled', opens_at: opensAt })).json()).toMatchObject({
      state: 'scheduled',
      opens_at: opensAt,
    })
    expect(await isSeen(id)).toBe(false)
    world.clock.advance(3 * HOUR_MS)
    expect(await isSeen(id)).toBe(true)
    expect(await read(id)).toMatchObject({ state: 'open', posted_at: opensAt })
    expect((await setState(id, { state: 'closed' })).json()).toMatchObject({
      state: 'closed',
      posted_at: opensAt,
    })
  })

  it('extends the deadline of a job whose last day is over', async () => {
    const { id } = await newJob({ deadline: '2026-01-10' })
    expect(fieldsOf(await setState(id, { state: 'open' }))).toEqual(['deadline: too_small'])
    const extended = await setState(id, { state: 'open', deadline: '2026-02-10' })
    expect(extended.json()).toMatchObject({ state: 'open', closed: null, revision: 2 })
  })

  it('refuses a time in the past, an opening after the last day, and the way back to a draft', async () => {
    const { id } = await newJob({ deadline: '2026-01-20' })
    expect(fieldsOf(await setState(id, { state: 'scheduled', opens_at: later(-1) }))).toEqual([
      'opens_at: too_small',
    ])
    expect(fieldsOf(await setState(id, { state: 'scheduled', opens_at: later(24 * 9) }))).toEqual([
      'opens_at: too_large',
    ])
    await setState(id, { state: 'open' })
    expect((await setState(id, { state: 'draft' })).statusCode).toBe(409)
  })

  it('answers a repeat without a second entry in the audit log', async () => {
    const { id } = await newJob()
    await setState(id, { state: 'open' })
    await setState(id, { state: 'open' })
    const events = await world.rows('select from audit_event where action = $1 and object = $2', [
      'jobs.open',
      `job:${id}`,
    ])
    expect(events).toHaveLength(1)
  })
})

describe('deleting a job', () => {
  const remove = (id: number, userId = world.people.admin) =>
    world.call(userId, 'DELETE', `/admin/jobs/${id}/`)
  const isThere = async (id: number) => (await world.rows('select from job where id = $1', [id])).length === 1

  it('deletes a draft with everything below it, and says so in the audit log', async () => {
    const { id } = await newJob({ requirements: [aRequirement()] })
    await setRecruiters(id, [world.people.recruiter])
    await world.call(world.people.admin, 'POST', `/admin/jobs/${id}/partner-links/`, {
      idempotency_key: randomUUID(),
      name: 'Acme',
      days: 7,
    })
    expect((await remove(id)).statusCode).toBe(204)
    for (const table of ['job_requirement', 'job_recruiter', 'job_partner_link', 'job_word'])
      expect(await world.rows(`select from ${table} where job_id = $1`, [id]), table).toEqual([])
    const events = await world.rows(
      'select actor_id, detail from audit_event where action = $1 and object = $2',
      ['jobs.delete', `job:${id}`],
    )
    expect(events).toEqual([
      {
        actor_id: world.people.admin,
        detail: expect.objectContaining({ from: 'draft', title: 'Data analyst' }) as unknown,
      },
    ])
    expect((await newJob()).id).toBeGreaterThan(id)
  })

  it('deletes a job that would open later, and no job that learners have seen', async () => {
    const [planned, opened, closed] = [await newJob(), await newJob(), await newJob()]
    for (const { id } of [planned, opened]) await setState(id, { state: 'scheduled', opens_at: later(2) })
    expect((await remove(planned.id)).statusCode).toBe(204)
    world.clock.advance(3 * HOUR_MS)
    await setState(closed.id, { state: 'open' })
    await setState(closed.id, { state: 'closed' })
    for (const { id } of [opened, closed]) {
      expect((await remove(id)).statusCode).toBe(409)
      expect(await isThere(id)).toBe(true)
    }
  })

  it('deletes or publishes a job when both happen at once, never both', async () => {
    const { id } = await newJob()
    const [removed, published] = await Promise.all([remove(id), setState(id, { state: 'open' })])
    expect([removed.statusCode, published.statusCode]).toEqual((await isThere(id)) ? [409, 200] : [204, 404])
  })

  it('is for those who handle the job, and finds nothing when it is repeated', async () => {
    const { id } = await newJob()
    const { asha, colleague, recruiter } = world.people
    await setRecruiters(id, [recruiter])
    expect((await remove(id, asha)).statusCode).toBe(403)
    expect((await remove(id, colleague)).statusCode).toBe(404)
    expect((await remove(id, recruiter)).statusCode).toBe(204)
    expect((await remove(id, recruiter)).statusCode).toBe(404)
  })
})

describe('who handles a job', () => {
  it('gives an instructor the job and takes it away again', async () => {
    const { id } = await newJob()
    const { recruiter, colleague } = world.people
    const statuses = async () =>
      Promise.all(
        [recruiter, colleague].map(
          async (person) => (await world.call(person, 'GET', `/admin/jobs/${id}/document/`)).statusCode,
        ),
      )
    expect(await statuses()).toEqual([404, 404])
    expect((await setRecruiters(id, [recruiter])).json<EditedJob>().recruiters).toEqual([
      { id: recruiter, name: 'Recruiter' },
    ])
    expect(await statuses()).toEqual([200, 404])
    await setRecruiters(id, [])
    expect(await statuses()).toEqual([404, 404])
  })

  it('gives no job to learners or people of another client', async () => {
    const { id } = await newJob()
    for (const person of [world.people.asha, world.people.foreigner])
      expect(fieldsOf(await setRecruiters(id, [person]))).toEqual(['user_ids.0: invalid'])
  })

  it('lets instructors change their job and not give it away', async () => {
    const { id } = await newJob()
    await setRecruiters(id, [world.people.recruiter])
    expect((await save(id, 1, aJob({ company: 'Mine' }), world.people.recruiter)).statusCode).toBe(200)
    expect((await setState(id, { state: 'open' }, world.people.recruiter)).statusCode).toBe(200)
    expect((await setRecruiters(id, [], world.people.recruiter)).statusCode).toBe(403)
    expect((await create(aJob(), randomUUID(), world.people.recruiter)).statusCode).toBe(403)
  })
})
