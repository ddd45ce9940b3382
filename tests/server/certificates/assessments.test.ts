/** Assessments and certificates: their score as a criterion of a course, and certificates of their own. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CLIENT, noRule, startSchool, type School } from './setup.ts'

let at: School
beforeAll(async () => {
  at = await startSchool()
})
afterAll(() => at.close())

const assessment = async (release: 'now' | 'by_hand' = 'now'): Promise<number> => {
  const [row] = await at.query<{ id: number }>(
    `insert into assessment (client_id, language, texts, status, duration_minutes, release, bands, roadmap, pass_percent,
       created_at, updated_at)
     values ($1, 'en', '{"en": {"title": "Final test"}}', 'active', 30, $2, '[]', '{}', 50, now(), now()) returning id`,
    [CLIENT, release],
  )
  if (!row) throw new Error('no assessment')
  return row.id
}

/** A submitted attempt with this result. */
const attempt = async (userId: number, assessmentId: number, percent: number): Promise<string> => {
  const id = randomUUID()
  await at.query(
    `insert into assessment_attempt (client_id, id, assessment_id, user_id, number, state, duration_minutes, bands,
       questions, started_at, deadline_at, holder, held_at, last_seen_at, finished_at, ended_by, answers_hash, percent,
       passed)
     select $1, $2, $3, $4, 1 + count(*), 'submitted', 30, '[]', 10, $5, $5::timestamptz + interval '30 minutes', $2, $5,
       $5, $5, 'learner', repeat('a', 64), $6, $6::numeric >= 50
     from assessment_attempt where client_id = $1 and assessment_id = $3 and user_id = $4`,
    [CLIENT, id, assessmentId, userId, at.clock.now(), percent],
  )
  return id
}

const learner = async (): Promise<number> => {
  const userId = await at.person()
  await at.confirm(userId, 'Asha Rao')
  return userId
}

describe('the score of an assessment, as a criterion of a course', () => {
  it('holds from its target, by the best attempt', async () => {
    const [courseId, assessmentId] = [await at.course('Scored'), await assessment()]
    const saved = await at.rule(courseId, { min_score: 80, score_assessment_id: assessmentId })
    expect(saved.status).toBe(200)
    const me = await learner()
    await at.complete(me, courseId)
    const score = async () => (await at.own(me)).in_progress[0]?.criteria.find(({ kind }) => kind === 'score')
    expect(await score()).toMatchObject({
      met: false,
      value: null,
      target: 80,
      assessment: { id: assessmentId, title: 'Final test' },
    })
    await attempt(me, assessmentId, 79.9)
    expect(await score()).toMatchObject({ met: false, value: 79 })
    await attempt(me, assessmentId, 80)
    await attempt(me, assessmentId, 12)
    const { earned } = await at.own(me)
    expect(earned).toHaveLength(1)
    expect((await at.verify(earned[0]?.serial ?? '')).html).toContain('Scored at least 80% in “Final test”')
  })

  it('does not count before its result is released, nor after staff took it away', async () => {
    const [courseId, assessmentId] = [await at.course('Released'), await assessment('by_hand')]
    await at.rule(courseId, { min_score: 60, score_assessment_id: assessmentId })
    const me = await learner()
    await at.complete(me, courseId)
    const cheated = await attempt(me, assessmentId, 95)
    await at.runJob()
    expect((await at.own(me)).earned).toEqual([])
    await at.query(`update assessment_attempt set decision = 'upheld' where id = $1`, [cheated])
    await at.query(`update assessment set release = 'now' where id = $1`, [assessmentId])
    expect((await at.own(me)).earned).toEqual([])
    await at.query(`update assessment_attempt set decision = 'cleared' where id = $1`, [cheated])
    expect((await at.own(me)).earned).toHaveLength(1)
  })
})

describe('a certificate of an assessment', () => {
  const ruled = (assessmentId: number, more: object = {}) =>
    at.call(at.admin, 'PUT', `/admin/certificates/rules/assessment/${assessmentId}/`, {
      version: 0,
      rule: { ...noRule, ...more },
    })

  it('is issued to whoever passed, once a rule says so', async () => {
    const assessmentId = await assessment()
    const [passed, failed] = [await learner(), await learner()]
    await attempt(passed, assessmentId, 70)
    await attempt(failed, assessmentId, 40)
    expect(await at.runJob()).toBe(0)
    expect((await ruled(assessmentId)).status).toBe(200)
    expect(await at.runJob()).toBe(1)
    const { earned } = await at.own(passed)
    expect(earned).toMatchObject([{ title: 'Final test', state: 'valid' }])
    expect((await at.verify(earned[0]?.serial ?? '')).html).toContain('Passed the assessment')
    expect((await at.own(failed)).in_progress).toMatchObject([
      { kind: 'assessment', criteria: [{ kind: 'completion', met: false }] },
    ])
  })

  it('may ask for more than passing', async () => {
    const assessmentId = await assessment()
    await ruled(assessmentId, { min_score: 90 })
    const me = await learner()
    await attempt(me, assessmentId, 89.99)
    expect(await at.runJob()).toBe(0)
    expect((await at.own(me)).in_progress).toMatchObject([
      { criteria: [{ met: true }, { kind: 'score', met: false, value: 89, target: 90 }] },
    ])
    await attempt(me, assessmentId, 90)
    expect(await at.runJob()).toBe(1)
  })
})
