/** Everybody starts in the same second: starts share statements but stay separate. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { verifyAuditChain } from '#server/core/audit/verify.ts'
import type { AttemptQuestionRow } from '#server/features/assessments/attempts/attempts.repository.ts'
import { createQuestionTexts } from '#server/features/assessments/question-texts.ts'
import { createAttemptStarter } from '#server/features/assessments/attempts/start.repository.ts'
import { CLIENT, START, startExamWorld, type ExamWorld } from './world.ts'

let world: ExamWorld
beforeAll(async () => {
  world = await startExamWorld()
})
afterAll(() => world.server.close())
beforeEach(() => world.server.clock.set(START))

test('gives each of forty people one audited attempt when all press twice at once', async () => {
  const assessment = await world.assessment()
  const people = await Promise.all(Array.from({ length: 40 }, () => world.learner()))
  const replies = await Promise.all(
    people.flatMap((userId) => [world.start(userId, assessment), world.start(userId, assessment)]),
  )
  expect(replies.filter(({ status }) => status !== 200)).toEqual([])
  for (let index = 0; index < replies.length; index += 2)
    expect(replies[index]?.body.id).toBe(replies[index + 1]?.body.id)
  const rows = await world.server.db.asSuperuser<{ user_id: number; frozen: number; noted: number }>(
    `select a.user_id,
       (select count(*) from attempt_question q where q.attempt_id = a.id)::integer as frozen,
       (select count(*) from audit_event e where e.object = 'attempt:' || a.id and e.action = 'assessments.start'
         and e.actor_id = a.user_id)::integer as noted
     from assessment_attempt a where a.assessment_id = $1 order by a.user_id`,
    [assessment],
  )
  expect(rows.map((row) => row.user_id)).toEqual(people.toSorted((a, b) => a - b))
  expect(rows.every((row) => row.frozen === 6 && row.noted === 1)).toBe(true)
  const chain = await world.server.core.db.withTenant(CLIENT, (db) => verifyAuditChain(db))
  expect(chain.ok).toBe(true)
})

test('returns the same page on start and on a later read, except for the lease', async () => {
  const assessment = await world.assessment()
  const learner = await world.learner()
  const { page } = await world.begin(learner, assessment)
  const { body } = await world.call<typeof page>(learner, 'GET', `/attempts/${page.id}/`)
  expect({ ...body, held: true }).toEqual(page)
})

test('refuses only the start that cannot be written in a shared statement', async () => {
  const assessment = await world.assessment()
  const people = await Promise.all(Array.from({ length: 8 }, () => world.learner()))
  const { page } = await world.begin(await world.learner(), assessment)
  const questions = await world.server.db.asSuperuser<AttemptQuestionRow>(
    'select position, question_id, version, topic_id, option_order from attempt_question where attempt_id = $1',
    [page.id],
  )
  const startAttempt = createAttemptStarter(world.server.core.db.callTenantFunction)
  const results = await Promise.allSettled(
    people.map((userId, index) =>
      startAttempt({
        clientId: CLIENT,
        userId,
        id: randomUUID(),
        // This assessment does not exist.
        assessmentId: index === 5 ? 999_999 : assessment,
        // This start did not know of an earlier attempt.
        earlier: index === 6 ? 1 : 0,
        durationMinutes: 30,
        extraMinutes: 0,
        bands: [],
        passPercent: null,
        holder: randomUUID(),
        ref: null,
        phone: null,
        questions,
        now: new Date(START),
        auditEntry: { action: 'assessments.start', result: 'ok', actorId: userId },
      }),
    ),
  )
  expect(results.map((each) => (each.status === 'fulfilled' ? each.value : 'refused'))).toEqual([
    ...Array(5).fill(true),
    'refused',
    false,
    true,
  ])
})

test('keeps the referrer of the link with the attempt, and starts without an odd one', async () => {
  const assessment = await world.assessment()
  const startedWith = async (ref: unknown) => {
    const learner = await world.learner()
    const { status, body } = await world.call<{ id: string }>(
      learner,
      'POST',
      `/assessments/${assessment}/start/`,
      {
        holder: randomUUID(),
        consent: true,
        ref,
      },
    )
    return { status, ref: status === 200 ? (await world.row(body.id))['ref'] : undefined }
  }
  expect(await startedWith('friend-7')).toEqual({ status: 200, ref: 'friend-7' })
  for (const odd of ['', 'a b', '%E0%A4%A', '\u0000', 'दोस्त', 'z'.repeat(65), null, undefined])
    expect(await startedWith(odd), JSON.stringify(odd)).toEqual({ status: 200, ref: null })
})

test('caches question texts per tenant and evicts the oldest', async () => {
  const queries: string[] = []
  const rows = async <R>({ values: [clientId, list] }: { values: readonly unknown[] }): Promise<R[]> => {
    const versions = JSON.parse(String(list)) as { question_id: number; version: number }[]
    queries.push(`${String(clientId)}: ${versions.map((each) => each.question_id).join()}`)
    return versions.map((each) => ({
      ...each,
      language: 'en',
      shown: { en: { prompt: `${String(clientId)}/${each.question_id}`, options: [] } },
    })) as R[]
  }
  const texts = createQuestionTexts(3)
  const versionsOf = (...ids: number[]) => ids.map((id) => ({ question_id: id, version: 1 }))
  await texts.fill(7, versionsOf(1, 2), rows)
  const refilled = await texts.fill(7, versionsOf(2, 1, 3), rows)
  expect(refilled.map((each) => each.shown.en?.prompt)).toEqual(['7/2', '7/1', '7/3'])
  const [other] = await texts.fill(8, versionsOf(1), rows)
  expect(other?.shown.en?.prompt).toBe('8/1')
  // The oldest was evicted for it.
  await texts.fill(7, versionsOf(1), rows)
  expect(queries).toEqual(['7: 1,2', '7: 3', '8: 1', '7: 1'])
})
