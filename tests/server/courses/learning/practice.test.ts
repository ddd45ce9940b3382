/** Practising one's own mistakes: what is practised, when it comes back, and what never travels. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PRACTICE_DAYS, type Practice, type PracticeResult } from '#contract/courses/practice.ts'
import type { GivenAnswer, reveals } from '#contract/courses/quiz.ts'
import { afterAnswer } from '#server/features/courses/learning/practice/spacing.ts'
import { addPerson } from '#tests/support/server/people.ts'
import { answersFor, CANARY, CLIENT, sampleCourse, startWorld, type Detail, type World } from '../world.ts'

const START = '2026-11-21T09:00:00.000Z'
const DAY = 86_400_000
let world: World
let me: number
let learners = 0
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.server.close())
beforeEach(async () => {
  world.server.clock.set(START)
  learners += 1
  me = await addPerson(world.server.db, { clientId: CLIENT, name: `Mira Mistake ${learners}` })
})

const practiceOf = async (user: number) =>
  (await world.call<Practice>(user, 'GET', '/student/practice/')).body
const send = (user: number, answer: unknown, key: string = randomUUID()) =>
  world.call<PracticeResult>(user, 'POST', '/student/practice/answers/', { idempotency_key: key, answer })

/** A course with one quiz that the learner has answered with the first `right` questions right. */
const quizWithMistakes = async (
  user: number,
  { reveal, right = 0 }: { reveal: (typeof reveals)[number]; right?: number },
) => {
  const courseId = await world.course(sampleCourse())
  expect((await world.call(user, 'POST', `/courses/${courseId}/enrolment/`)).status).toBe(201)
  const { body } = await world.call<Detail>(user, 'GET', `/courses/${courseId}/`)
  const quizId = body.sections
    .flatMap((section) => section.topics.flatMap((topic) => topic.items))
    .find(({ type }) => type === 'quiz')?.id
  if (quizId === undefined) throw new Error('the sample course has no quiz')
  await world.server.db.asSuperuser(
    'update item_quiz set reveal = $2, attempts_limit = null where item_id = $1',
    [quizId, reveal],
  )
  const submit = async (rightAnswers: number) => {
    const reply = await world.call(
      user,
      'POST',
      `/items/${quizId}/quiz-attempts/`,
      await answersFor(world.server, quizId, rightAnswers),
    )
    expect(reply.status).toBe(201)
  }
  await submit(right)
  return { courseId, quizId, submit }
}

const keyOf = async (questionId: number) => {
  const [row] = await world.server.db.asSuperuser<{ right: string; wrong: string }>(
    `select (select o ->> 'id' from jsonb_array_elements(authored -> 'options') o where (o ->> 'correct')::boolean) as right,
       (select o ->> 'id' from jsonb_array_elements(authored -> 'options') o where not (o ->> 'correct')::boolean limit 1) as wrong
     from quiz_question where id = $1`,
    [questionId],
  )
  if (!row) throw new Error('no such question')
  return row
}
const singleAnswer = async (questionId: number, isRight: boolean): Promise<GivenAnswer> => {
  const key = await keyOf(questionId)
  return { question_id: questionId, kind: 'single', chosen: isRight ? key.right : key.wrong }
}

describe('spacing', () => {
  test('brings a question back after 1, 3, 7 and 16 days, and after a wrong answer tomorrow', () => {
    let day = '2026-11-21'
    let streak = 0
    const gaps: number[] = []
    for (let answers = 0; answers < PRACTICE_DAYS.length; answers += 1) {
      const next = afterAnswer(streak, true, day)
      gaps.push((Date.parse(next.dueOn ?? '') - Date.parse(day)) / DAY)
      day = next.dueOn ?? ''
      streak = next.streak
    }
    expect(gaps).toEqual([1, 3, 7, 16])
    expect(afterAnswer(4, true, day)).toEqual({ streak: 5, dueOn: null })
    expect(afterAnswer(3, false, '2026-11-30')).toEqual({ streak: 0, dueOn: '2026-12-01' })
  })
})

describe('what is practised', () => {
  test('takes wrong answers of a quiz, from the next day on, without their key', async () => {
    const { quizId } = await quizWithMistakes(me, { reveal: 'always', right: 1 })
    const [{ total } = { total: 0 }] = await world.server.db.asSuperuser<{ total: number }>(
      'select count(*)::integer as total from quiz_question where item_id = $1',
      [quizId],
    )
    expect(total).toBeGreaterThan(1)
    expect(await practiceOf(me)).toMatchObject({
      due: 0,
      later: total - 1,
      next_on: '2026-11-22',
      questions: [],
    })
    world.server.clock.advance(DAY)
    const reply = await world.call<Practice>(me, 'GET', '/student/practice/')
    expect(reply.body).toMatchObject({ due: total - 1, later: 0 })
    expect(reply.body.questions.every(({ item_id, streak }) => item_id === quizId && streak === 0)).toBe(true)
    const sent = JSON.stringify(reply.body)
    expect(sent).not.toContain(CANARY)
    expect(sent).not.toContain('correct')
    expect(sent).not.toContain('explanation')
    // Control: the answer key is in the database, with that text.
    const keys = await world.server.db.asSuperuser('select authored from quiz_question where item_id = $1', [
      quizId,
    ])
    expect(JSON.stringify(keys)).toContain('correct')
  })

  test('leaves out quizzes that never show their answers, and others until they do', async () => {
    const never = await quizWithMistakes(me, { reveal: 'never' })
    const done = await quizWithMistakes(me, { reveal: 'done' })
    world.server.clock.advance(DAY)
    expect(await practiceOf(me)).toMatchObject({ due: 0, later: 0, questions: [] })
    const [{ id } = { id: 0 }] = await world.server.db.asSuperuser<{ id: number }>(
      'select id from quiz_question where item_id = $1',
      [never.quizId],
    )
    expect((await send(me, await singleAnswer(id, true))).status).toBe(404)
    // Passed: the answers may be seen, and so the former mistakes may be practised.
    await done.submit(99)
    const { questions } = await practiceOf(me)
    expect(questions.length).toBeGreaterThan(0)
    expect(questions.every(({ item_id }) => item_id === done.quizId)).toBe(true)
  })

  test('shows nobody the questions of another learner, nor those of a course that was left', async () => {
    const { courseId } = await quizWithMistakes(me, { reveal: 'always' })
    world.server.clock.advance(DAY)
    const [first] = (await practiceOf(me)).questions
    expect((await practiceOf(world.classmate)).questions).toEqual([])
    expect((await send(world.classmate, await singleAnswer(first?.question.id ?? 0, true))).status).toBe(404)
    expect((await world.call(me, 'DELETE', `/courses/${courseId}/enrolment/`)).status).toBeLessThan(300)
    expect(await practiceOf(me)).toMatchObject({ due: 0, later: 0 })
  })
})

describe('an answer', () => {
  test('is graded by the server, which says when the question comes back', async () => {
    await quizWithMistakes(me, { reveal: 'always' })
    world.server.clock.advance(DAY)
    const [first, second] = (await practiceOf(me)).questions
    const right = await send(me, await singleAnswer(first?.question.id ?? 0, true))
    expect(right.status).toBe(200)
    expect(right.body).toMatchObject({ streak: 1, due_on: '2026-11-23', marked: { verdict: 'right' } })
    const wrong = await send(me, await singleAnswer(second?.question.id ?? 0, false))
    expect(wrong.body).toMatchObject({ streak: 0, due_on: '2026-11-23', marked: { verdict: 'wrong' } })
    expect(wrong.body.marked.solution).toMatchObject({ kind: 'single' })
    // Wrong again in the quiz or here starts over; right here does not change the quiz.
    world.server.clock.advance(DAY)
    const again = await send(me, await singleAnswer(first?.question.id ?? 0, true))
    expect(again.body).toMatchObject({ streak: 2, due_on: '2026-11-26' })
  })

  test('counts once however often it is sent, and not before the question is due again', async () => {
    await quizWithMistakes(me, { reveal: 'always' })
    world.server.clock.advance(DAY)
    const [first] = (await practiceOf(me)).questions
    const answer = await singleAnswer(first?.question.id ?? 0, true)
    const key = randomUUID()
    const replies = await Promise.all(Array.from({ length: 5 }, () => send(me, answer, key)))
    expect(new Set(replies.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1)
    expect(replies[0]?.body.streak).toBe(1)
    // Another tab with the same question.
    expect((await send(me, answer)).status).toBe(409)
    world.server.clock.advance(30 * DAY)
    expect((await send(me, answer, key)).body).toEqual(replies[0]?.body)
    expect((await send(me, answer)).body.streak).toBe(2)
  })

  test('is refused when it does not belong to the question', async () => {
    await quizWithMistakes(me, { reveal: 'always' })
    world.server.clock.advance(DAY)
    const [first] = (await practiceOf(me)).questions
    const question_id = first?.question.id ?? 0
    expect((await send(me, { question_id, kind: 'single', chosen: randomUUID() })).status).toBe(422)
    expect((await send(me, { question_id, kind: 'true_false', chosen: true })).status).toBe(422)
    expect((await practiceOf(me)).questions.some(({ question }) => question.id === question_id)).toBe(true)
  })

  test('ends the practice of a question after the fifth right one in a row', async () => {
    await quizWithMistakes(me, { reveal: 'always' })
    world.server.clock.advance(DAY)
    const [first] = (await practiceOf(me)).questions
    const answer = await singleAnswer(first?.question.id ?? 0, true)
    for (const days of [...PRACTICE_DAYS, 0]) {
      expect((await send(me, answer)).status).toBe(200)
      world.server.clock.advance(days * DAY)
    }
    expect(await practiceOf(me)).toMatchObject({ learned: 1 })
    world.server.clock.advance(365 * DAY)
    expect((await send(me, answer)).status).toBe(409)
  })
})
