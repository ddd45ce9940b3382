import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ScormState } from '#contract/scorm/scorm.ts'
import type { ScormLesson, ScormResultsPage } from '#contract/grading/scorm-results.ts'
import { addClient, addPerson } from '#tests/support/server/people.ts'
import { startScormWorld, type ScormWorld } from '#tests/server/scorm/world.ts'

let world: ScormWorld
const people: Record<string, number> = {}

const learner = async (name: string) => {
  const id = await addPerson(world.server.db, { clientId: 7, name, role: 'student' })
  await world.ask(id, 'POST', `/courses/${world.courseId}/enrolment/`)
  people[name] = id
  return id
}
/** One session from opening to saving. */
const playSession = async (user: number, state: ScormState, newAttempt = false) => {
  const session = randomUUID()
  const { body } = await world.open(user, 'Exam', session, newAttempt)
  await world.save(user, 'Exam', { session, sequence: 1, state, attempt: body.attempt?.number ?? 0 })
}
const scored = (raw: number, time: string): ScormState => ({
  'cmi.core.lesson_status': 'completed',
  'cmi.core.score.raw': String(raw),
  'cmi.core.session_time': time,
})

beforeAll(async () => {
  world = await startScormWorld()
  const best = await learner('Bela Best')
  await playSession(best, scored(60, '00:01:00'))
  await playSession(best, scored(95, '00:02:30'), true)
  await playSession(await learner('Fay Failed'), scored(40, '00:10:00'))
  await world.open(await learner('=Olaf Opened'), 'Exam')
  await learner('Nora Never')
  const left = await learner('Lea Left')
  await playSession(left, scored(100, '00:05:00'))
  await world.ask(left, 'DELETE', `/courses/${world.courseId}/enrolment/`)
})
afterAll(() => world.server.close())

const list = async (query = '', user = world.tara, title = 'Exam') => {
  const { status, body } = await world.ask<ScormResultsPage>(
    user,
    'GET',
    `/admin/scorm-items/${world.id(title)}/results/${query}`,
  )
  return { status, body }
}
const names = (page: ScormResultsPage) => page.results.map((row) => row.learner.name)

describe('results of a SCORM item', () => {
  it("lists each learner's best status and score, total time and attempts", async () => {
    const { body } = await list()
    expect(names(body)).toEqual(['=Olaf Opened', 'Bela Best', 'Fay Failed', 'Nora Never', 'Sam Student'])
    expect(body.results[1]).toMatchObject({ status: 'passed', percent: 95, seconds: 210, attempts: 2 })
    expect(body.results[2]).toMatchObject({ status: 'failed', percent: 40, seconds: 600, attempts: 1 })
    expect(body.results[3]).toMatchObject({ status: 'not_attempted', percent: null, attempts: 0 })
    expect(body.results[3]?.last_used_at).toBeNull()
    expect(body.lesson).toMatchObject({
      title: 'Exam',
      pass_percent: 80,
      learners: 5,
      opened: 3,
      done: 1,
      average_percent: 68,
    })
  })

  it('searches, filters, sorts and pages', async () => {
    expect(names((await list('?search=be')).body)).toEqual(['Bela Best'])
    // A wildcard of the database is plain text.
    expect(names((await list('?search=%25')).body)).toEqual([])
    expect(names((await list('?status=failed')).body)).toEqual(['Fay Failed'])
    expect(names((await list('?ordering=-percent')).body).slice(0, 2)).toEqual(['Bela Best', 'Fay Failed'])
    expect(names((await list('?ordering=percent')).body).slice(-2)).toEqual(['Fay Failed', 'Bela Best'])
    expect(names((await list('?ordering=-seconds')).body)[0]).toBe('Fay Failed')
    const last = (await list('?page=2&page_size=3&search=e')).body
    expect(names(last)).toEqual(['Nora Never', 'Sam Student'])
    expect(last.next).toBeNull()
    expect(last.previous).toContain('page=1&page_size=3&search=e')
    expect((await list('?ordering=password')).status).toBe(422)
  })

  it('exports filtered rows as CSV, escapes formulas and writes an audit event', async () => {
    const { body } = await world.ask<{ rows: number; csv: string; file_name: string }>(
      world.tara,
      'GET',
      `/admin/scorm-items/${world.id('Exam')}/results/export/`,
    )
    expect(body.rows).toBe(5)
    expect(body.file_name).toMatch(/^Exam-\d{4}-\d\d-\d\d\.csv$/)
    expect(body.csv).toContain("'=Olaf Opened")
    expect(body.csv).toMatch(/Bela Best,passed,95,210,2,/)
    const events = await world.server.db.asSuperuser(
      `select object from audit_event where client_id = 7 and action = 'scorm.export'`,
    )
    expect(events).toEqual([{ object: `course_item:${world.id('Exam')}` }])
  })

  it('shows and exports addresses to admins alone, who also search in them', async () => {
    const admin = await addPerson(world.server.db, { clientId: 7, name: 'Adele Address', role: 'admin' })
    const addressOf = async (user: number) =>
      (await list('', user)).body.results.find(({ learner }) => learner.name === 'Bela Best')?.learner.email
    const exported = async (user: number) =>
      (
        await world.ask<{ csv: string }>(
          user,
          'GET',
          `/admin/scorm-items/${world.id('Exam')}/results/export/`,
        )
      ).body.csv
    const address = await addressOf(admin)
    expect(address).toContain('@')
    expect(await addressOf(world.tara)).toBeNull()
    expect(names((await list(`?search=${address}`, admin)).body)).toEqual(['Bela Best'])
    expect(names((await list(`?search=${address}`)).body)).toEqual([])
    expect(await exported(admin)).toContain(`Bela Best,${address},`)
    expect(await exported(world.tara)).not.toContain('@')
  })

  it('lists and searches lessons in course order with their figures', async () => {
    const lessons = (query = '', user = world.tara) =>
      world.ask<{ count: number; results: ScormLesson[] }>(user, 'GET', `/admin/scorm-items/${query}`)
    const { body } = await lessons()
    expect(body.results.map((lesson) => lesson.title)).toEqual(['Lesson', 'Exam', 'Paper'])
    expect(body.results[1]).toMatchObject({ learners: 5, opened: 3, done: 1, course: { id: world.courseId } })
    expect((await lessons('?search=pap')).body.results.map((lesson) => lesson.title)).toEqual(['Paper'])
    expect((await lessons('?search=nothing')).body.count).toBe(0)
  })

  it('shows nothing to other instructors, learners and clients; an admin sees all', async () => {
    const other = await addPerson(world.server.db, {
      clientId: 7,
      name: 'Ines Instructor',
      role: 'instructor',
    })
    const admin = await addPerson(world.server.db, { clientId: 7, name: 'Maya Manager', role: 'admin' })
    expect((await list('', other)).status).toBe(404)
    expect((await list('export/', other)).status).toBe(404)
    const none = await world.ask<{ count: number }>(other, 'GET', '/admin/scorm-items/')
    expect(none.body.count).toBe(0)
    expect((await list('', people['Bela Best'])).status).toBe(403)
    expect((await list('', admin)).body.count).toBe(5)
    await addClient(world.server.db, { id: 8 })
    const foreign = await addPerson(world.server.db, { clientId: 8, name: 'Fara Foreign', role: 'admin' })
    const reply = await world.server.app.inject({
      method: 'GET',
      url: `/api/clients/8/admin/scorm-items/${world.id('Exam')}/results/`,
      headers: { authorization: `Bearer ${foreign}` },
    })
    expect(reply.statusCode).toBe(404)
  })
})
