import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SCORM_STATE_MAX, SCORM_VALUE_MAX } from '#contract/scorm/scorm.ts'
import { addClient, addPerson } from '#tests/support/server/people.ts'
import { startScormWorld, type ScormWorld } from './world.ts'

let world: ScormWorld
beforeAll(async () => {
  world = await startScormWorld()
})
afterAll(() => world.server.close())

const learner = async (name: string) => {
  const user = await addPerson(world.server.db, { clientId: 7, name, role: 'student' })
  await world.ask(user, 'POST', `/courses/${world.courseId}/enrolment/`)
  return user
}
const stateAtPage = (page: number) => ({
  'cmi.core.lesson_status': 'incomplete',
  'cmi.core.lesson_location': String(page),
  'cmi.suspend_data': JSON.stringify({ page }),
  'cmi.core.session_time': '0000:01:30.5',
})
const scored = (raw: number, status = 'completed') => ({
  'cmi.core.lesson_status': status,
  'cmi.core.score.raw': String(raw),
})

describe('SCORM item in the player', () => {
  it('resumes an unfinished lesson at its location and adds up its time', async () => {
    const user = await learner('Rita Resumes')
    const first = await world.open(user, 'Lesson')
    expect(first.status).toBe(200)
    expect(first.body).toMatchObject({
      attempt: { number: 1, status: 'not_attempted', percent: null },
      progress: { item: { state: 'in_progress' } },
      launch: { version: '1.2', origin: `http://scorm-7-${world.id('Lesson')}.localhost:80` },
    })
    expect(first.body.launch.state).toMatchObject({
      'cmi.core.entry': 'ab-initio',
      'cmi.core.student_name': 'Resumes, Rita',
      'cmi.core.total_time': '0000:00:00',
    })
    const session = randomUUID()
    await world.open(user, 'Lesson', session)
    const saved = await world.save(user, 'Lesson', { session, sequence: 1, state: stateAtPage(2) })
    expect(saved).toMatchObject({ status: 200, body: { kept: 'kept', attempt: { status: 'incomplete' } } })
    const again = await world.open(user, 'Lesson')
    expect(again.body.attempt?.number).toBe(1)
    expect(again.body.launch.state).toMatchObject({
      'cmi.core.entry': 'resume',
      'cmi.core.lesson_location': '2',
      'cmi.suspend_data': '{"page":2}',
      'cmi.core.total_time': '0000:01:31',
    })
    expect(again.body.launch.state['cmi.core.session_time']).toBeUndefined()
  })

  it('keeps the newest save when saves arrive repeated or out of order', async () => {
    const user = await learner('Otto Order')
    const session = randomUUID()
    await world.open(user, 'Lesson', session)
    const saveWithSequence = (sequence: number) =>
      world.save(user, 'Lesson', { session, sequence, state: stateAtPage(sequence) })
    const results: string[] = []
    for (const sequence of [1, 3, 3, 2, 4, 1]) results.push((await saveWithSequence(sequence)).body.kept)
    expect(results).toEqual(['kept', 'kept', 'already', 'already', 'kept', 'already'])
    await Promise.all([5, 6, 7, 8].map(saveWithSequence))
    const { body } = await world.open(user, 'Lesson', session)
    expect(body.launch.state['cmi.core.lesson_location']).toBe('8')
    // Opening the same session again is no new session: its time counts once.
    expect(body.launch.state['cmi.core.total_time']).toBe('0000:01:31')
    expect(body.attempts).toHaveLength(1)
  })

  it("keeps the newer device's location and still counts a better result of the older one", async () => {
    const user = await learner('Dora Devices')
    const [phone, desk] = [randomUUID(), randomUUID()]
    await world.open(user, 'Lesson', phone)
    await world.save(user, 'Lesson', { session: phone, sequence: 1, state: stateAtPage(2) })
    await world.open(user, 'Lesson', desk)
    await world.save(user, 'Lesson', { session: desk, sequence: 1, state: stateAtPage(3) })
    const late = await world.save(user, 'Lesson', {
      session: phone,
      sequence: 2,
      state: { ...stateAtPage(1), ...scored(90, 'passed') },
    })
    expect(late.body).toMatchObject({
      kept: 'elsewhere',
      attempt: { status: 'passed', percent: 90 },
      progress: { item: { state: 'completed' } },
    })
    const { body } = await world.open(user, 'Lesson')
    expect(body.launch.state['cmi.core.lesson_location']).toBe('3')
  })

  it('decides a required score on the server and keeps the best of all attempts', async () => {
    const user = await learner('Mona Mastery')
    const exam = async (raw: number, newAttempt: boolean) => {
      const session = randomUUID()
      const { body } = await world.open(user, 'Exam', session, newAttempt)
      expect(body.launch.state['cmi.student_data.mastery_score']).toBe('80')
      return world.save(user, 'Exam', {
        session,
        sequence: 1,
        state: scored(raw, 'passed'),
        attempt: body.attempt?.number ?? 0,
      })
    }
    // The package says passed; its own manifest says that 79 is not enough.
    expect((await exam(79, false)).body).toMatchObject({
      attempt: { number: 1, status: 'failed', percent: 79 },
      progress: { item: { state: 'in_progress' } },
    })
    expect((await exam(80, true)).body).toMatchObject({
      attempt: { number: 2, status: 'passed' },
      progress: { item: { state: 'completed' } },
    })
    expect((await exam(10, true)).body).toMatchObject({
      attempt: { number: 3, status: 'failed' },
      progress: { item: { state: 'completed' } },
    })
    expect(await world.item(user, 'Exam')).toMatchObject({
      type: 'scorm',
      state: 'completed',
      pass_percent: 80,
      best_percent: 80,
      attempts: 3,
    })
    const another = await world.open(user, 'Exam', randomUUID(), true)
    expect(another.body.launch.state['cmi.core.entry']).toBe('ab-initio')
  })

  it('creates one attempt when the same new attempt is requested twice', async () => {
    const user = await learner('Tina Twice')
    const session = randomUUID()
    const [first, second] = await Promise.all([
      world.open(user, 'Lesson', session, true),
      world.open(user, 'Lesson', session, true),
    ])
    expect([first.body.attempt?.number, second.body.attempt?.number]).toEqual([1, 1])
    expect((await world.open(user, 'Lesson', session, true)).body.attempts).toHaveLength(1)
  })

  it('completes an asset when it is opened', async () => {
    const user = await learner('Asa Asset')
    expect((await world.open(user, 'Paper')).body).toMatchObject({
      attempt: { status: 'completed' },
      progress: { item: { state: 'completed' } },
    })
  })

  it("rejects other people's attempts, strangers, other tenants and people without enrolment", async () => {
    const user = await learner('Vera Victim')
    const session = randomUUID()
    await world.open(user, 'Lesson', session)
    await world.save(user, 'Lesson', { session, sequence: 1, state: stateAtPage(2) })
    const other = await learner('Olga Other')
    const forged = { session, sequence: 9, state: { ...stateAtPage(9), ...scored(100, 'passed') } }
    // Enrolled, but without an attempt of her own: the number alone gives no access.
    expect((await world.save(other, 'Lesson', forged)).status).toBe(404)
    const stranger = await addPerson(world.server.db, { clientId: 7, name: 'Stan Stranger', role: 'student' })
    expect((await world.open(stranger, 'Lesson')).status).toBe(403)
    expect((await world.save(stranger, 'Lesson', forged)).status).toBe(403)
    await addClient(world.server.db, { id: 8 })
    const foreign = await addPerson(world.server.db, { clientId: 8, name: 'Fara Foreign', role: 'student' })
    const reply = await world.server.app.inject({
      method: 'POST',
      url: `/api/clients/8/items/${world.id('Lesson')}/scorm/`,
      headers: { authorization: `Bearer ${foreign}` },
      payload: { session, new_attempt: false },
    })
    expect(reply.statusCode).toBe(404)
    const { body } = await world.open(user, 'Lesson')
    expect(body.launch.state['cmi.core.lesson_location']).toBe('2')
    expect(body.attempt).toMatchObject({ status: 'incomplete', percent: null })
  })

  it('rejects values that are too large, too many or malformed, and keeps the saved state', async () => {
    const user = await learner('Lars Large')
    const session = randomUUID()
    await world.open(user, 'Lesson', session)
    const saveWithSequence = (state: Record<string, unknown>) =>
      world.save(user, 'Lesson', { session, sequence: 2, state: state as Record<string, string> })
    const fits = { 'cmi.suspend_data': 'x'.repeat(SCORM_VALUE_MAX) }
    expect((await world.save(user, 'Lesson', { session, sequence: 1, state: fits })).status).toBe(200)
    const many = Object.fromEntries(
      Array.from({ length: SCORM_STATE_MAX / 1000 }, (_, index) => [
        `cmi.objectives.${index}.id`,
        'x'.repeat(1000),
      ]),
    )
    const refused = [
      { 'cmi.suspend_data': 'x'.repeat(SCORM_VALUE_MAX + 1) },
      many,
      Object.fromEntries(Array.from({ length: 5001 }, (_, index) => [`cmi.a.${index}`, ''])),
      { 'cmi.core.score.raw': 100 },
      { role: 'admin' },
      { 'cmi.__proto__.x{}': 'y' },
    ]
    for (const state of refused) expect((await saveWithSequence(state)).status).toBe(422)
    const { body } = await world.open(user, 'Lesson')
    expect(body.launch.state['cmi.suspend_data']).toHaveLength(SCORM_VALUE_MAX)
  })

  it('plays for staff without storing anything', async () => {
    const { body, status } = await world.open(world.tara, 'Lesson')
    expect(status).toBe(200)
    expect(body).toMatchObject({ attempt: null, attempts: [], progress: null })
    expect((await world.fetch(body.launch)).statusCode).toBe(200)
  })
})
