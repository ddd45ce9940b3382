import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ProgressResult, QuizResult } from '#contract/courses/progress.ts'
import type { QuizItem, TopicPage } from '#contract/courses/topic-page.ts'
import type { LessonNote, QuizReview } from '#contract/courses/learning.ts'
import type { AuthoredQuestion } from '#contract/courses/quiz.ts'
import { storeQuestions, type NewItem } from '#server/features/courses/index.ts'
import { addPerson } from '#tests/support/server/people.ts'
import { singleQuestion } from '#tests/support/content/questions.ts'
import {
  answersFor,
  article,
  CANARY,
  caller,
  CLIENT,
  itemOf,
  OTHER_CLIENT,
  quiz,
  startWorld,
  topicOf,
  video,
  type Detail,
  type World,
} from '../world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.server.close())

let learner: number
let course: number
let detail: Detail
let learners = 0
/** A new learner in a course with these items. */
const enter = async (...items: NewItem[]) => {
  learners += 1
  learner = await addPerson(world.server.db, { clientId: CLIENT, name: `Reader ${learners}` })
  course = await world.course({ sections: [{ title: 'S', topics: [{ title: 'T', items }] }] })
  await world.call(learner, 'POST', `/courses/${course}/enrolment/`)
  detail = (await world.call<Detail>(learner, 'GET', `/courses/${course}/`)).body
}
const id = (title: string) => itemOf(detail, title).id
const page = async (user = learner) =>
  (await world.call<TopicPage>(user, 'GET', `/courses/${course}/topics/${topicOf(detail, 'T').id}/`)).body
const quizNow = async () => (await page()).items.find((item) => item.type === 'quiz') as QuizItem
const submitQuiz = (right: number) =>
  answersFor(world.server, id('Check'), right).then((body) =>
    world.call<QuizResult & { code: string; retry_after: number }>(
      learner,
      'POST',
      `/items/${id('Check')}/quiz-attempts/`,
      body,
    ),
  )
const withSettings = (settings: Extract<NewItem, { type: 'quiz' }>['settings'], questions = 4): NewItem => ({
  ...(quiz('Check', questions) as Extract<NewItem, { type: 'quiz' }>),
  ...(settings && { settings }),
})

describe('quiz attempts', () => {
  test('rejects a third of two attempts, keeps the best result and reveals the key', async () => {
    await enter(withSettings({ attempts_limit: 2 }))
    const first = await submitQuiz(2)
    expect(first.body).toMatchObject({ percent: 50, revealed: false, standing: { attempts_left: 1 } })
    expect(first.body.questions.every((mark) => mark.solution === null && mark.explanation === '')).toBe(true)
    const second = await submitQuiz(1)
    expect(second.body).toMatchObject({ revealed: true, standing: { attempts_left: 0, best_percent: 50 } })
    expect(second.body.questions.every((mark) => mark.solution !== null && mark.explanation !== '')).toBe(
      true,
    )
    const early = await world.call<QuizReview>(
      learner,
      'GET',
      `/items/${id('Check')}/quiz-attempts/${first.body.attempt_id}/`,
    )
    expect(early.body.grade.questions.every((mark) => mark.explanation !== '')).toBe(true)
    expect((await submitQuiz(4)).status).toBe(409)
    expect(await quizNow()).toMatchObject({ attempts: 2, attempts_left: 0, best_percent: 50 })
  })

  test('rejects an attempt during the cooldown with its end, and accepts one after it', async () => {
    await enter(withSettings({ cooldown_minutes: 10 }))
    await submitQuiz(0)
    world.server.clock.advance(9 * 60_000)
    const refused = await submitQuiz(4)
    expect([refused.status, refused.body.code, refused.body.retry_after]).toEqual([
      429,
      'too_many_requests',
      60,
    ])
    expect(Date.parse((await quizNow()).next_attempt_at ?? '')).toBe(
      world.server.clock.now().getTime() + 60_000,
    )
    world.server.clock.advance(60_000)
    expect((await submitQuiz(4)).body).toMatchObject({ percent: 100 })
  })

  test('counts one of twenty concurrent attempts when the limit is one', async () => {
    await enter(withSettings({ attempts_limit: 1 }))
    const replies = await Promise.all(Array.from({ length: 20 }, () => submitQuiz(3)))
    expect(replies.filter((reply) => reply.status === 201)).toHaveLength(1)
    expect(replies.filter((reply) => reply.status === 409)).toHaveLength(19)
  })

  test('reviews an attempt as it was made after the quiz has changed', async () => {
    await enter(withSettings({ reveal: 'always' }, 2))
    const attempt = (await submitQuiz(1)).body
    await world.server.core.db.withTenant(CLIENT, (db) =>
      storeQuestions(db, { clientId: CLIENT, itemId: id('Check') }, [
        singleQuestion('Another question', [
          { text: 'x', correct: true },
          { text: 'y', correct: false },
        ]),
      ]),
    )
    const path = `/items/${id('Check')}/quiz-attempts/`
    const list = await world.call<{ results: { id: number; percent: number }[] }>(learner, 'GET', path)
    expect(list.body.results).toMatchObject([{ id: attempt.attempt_id, percent: 50 }])
    const review = (await world.call<QuizReview>(learner, 'GET', `${path}${attempt.attempt_id}/`)).body
    expect(review.shown.map((question) => question.prompt)).toEqual(['Question 1', 'Question 2'])
    expect(review.grade.questions.map((mark) => mark.verdict)).toEqual(['right', 'wrong'])
    expect((await quizNow()).questions.map((question) => question.prompt)).toEqual(['Another question'])
  })

  test("hides other people's attempts", async () => {
    await enter(withSettings({}))
    const attempt = (await submitQuiz(1)).body
    const path = `/items/${id('Check')}/quiz-attempts/${attempt.attempt_id}/`
    await world.call(world.classmate, 'POST', `/courses/${course}/enrolment/`)
    expect((await world.call(world.classmate, 'GET', path)).status).toBe(404)
    expect((await world.call(learner, 'GET', path)).status).toBe(200)
  })

  test('never reveals the key of a quiz with hidden results', async () => {
    await enter(withSettings({ reveal: 'never' }))
    const rows = await world.server.db.asSuperuser<{
      authored: Extract<AuthoredQuestion, { kind: 'single' }>
    }>('select authored from quiz_question where item_id = $1', [id('Check')])
    const attempt = (await submitQuiz(0)).body
    const seen = JSON.stringify([
      attempt.questions.map((mark) => mark.solution),
      (
        await world.call<QuizReview>(
          learner,
          'GET',
          `/items/${id('Check')}/quiz-attempts/${attempt.attempt_id}/`,
        )
      ).body.grade.questions,
    ])
    const right = rows.map(({ authored }) => authored.options.find((option) => option.correct)?.id ?? '')
    expect(right.filter((option) => seen.includes(option))).toEqual([])
    // Control: a revealed quiz contains the solution.
    await enter(withSettings({ reveal: 'always' }))
    expect(JSON.stringify((await submitQuiz(0)).body)).toContain('"solution":{')
  })
})

describe('quiz drafts', () => {
  const draft = (attempt: number, answers: unknown[], user = learner) =>
    world.call<{ kept: boolean }>(user, 'PUT', `/items/${id('Check')}/quiz-draft/`, { attempt, answers })
  const answersWith = async (right: number) => (await answersFor(world.server, id('Check'), right)).answers

  test('keeps the later answer of each question from two devices', async () => {
    await enter(withSettings({}))
    const [one, two] = await answersWith(4)
    const [other] = await answersWith(0)
    await draft(0, [one])
    await draft(0, [two])
    await draft(0, [other])
    expect((await quizNow()).draft.answers).toEqual([other, two])
  })

  test('drops an old draft after a submission and saves a new one', async () => {
    await enter(withSettings({}))
    const answers = await answersWith(4)
    await draft(0, answers)
    await submitQuiz(1)
    expect((await quizNow()).draft.answers).toEqual([])
    expect((await draft(0, answers)).body).toEqual({ kept: false })
    expect((await quizNow()).draft.answers).toEqual([])
    expect((await draft(1, answers)).body).toEqual({ kept: true })
    expect((await quizNow()).draft.answers).toHaveLength(4)
  })

  test('rejects invalid answers and people who are not enrolled', async () => {
    await enter(withSettings({}))
    const [one] = await answersWith(4)
    expect((await draft(0, [{ ...one, chosen: randomUUID() }])).status).toBe(422)
    expect((await draft(0, [one], world.stranger)).status).not.toBe(200)
    expect((await draft(0, [one], world.classmate)).status).toBe(403)
    expect((await quizNow()).draft.answers).toEqual([])
  })

  test('never reveals the key with a draft', async () => {
    await enter(withSettings({}))
    await draft(0, await answersWith(4))
    expect(JSON.stringify(await page())).not.toContain(CANARY)
  })
})

describe('locations', () => {
  test('restores paragraph and question on another device', async () => {
    await enter(article('Read'), withSettings({}))
    const reply = await world.call<ProgressResult>(learner, 'PUT', `/items/${id('Read')}/place/`, {
      paragraph: 7,
    })
    expect(reply.body.item.state).toBe('in_progress')
    const question = (await quizNow()).questions[2]?.id
    await world.call(learner, 'PUT', `/items/${id('Check')}/place/`, { question_id: question })
    const [read] = (await page()).items
    expect(read).toMatchObject({ paragraph: 7 })
    expect((await quizNow()).draft.question_id).toBe(question)
  })

  test('keeps an article completed when its location is saved', async () => {
    await enter(article('Read'))
    await world.call(learner, 'POST', `/items/${id('Read')}/complete/`)
    const reply = await world.call<ProgressResult>(learner, 'PUT', `/items/${id('Read')}/place/`, {
      paragraph: 0,
    })
    expect(reply.body.item.state).toBe('completed')
  })
})

describe('notes', () => {
  const save = (noteId: string, body: string, overrides: object = {}, user = learner) =>
    world.call<LessonNote>(user, 'PUT', `/items/${id('Read')}/notes/${noteId}/`, {
      body,
      colour: 'yellow',
      place: { paragraph: 2, quote: 'words', before: 'some ', after: ' here' },
      ...overrides,
    })
  const list = async (user = learner) =>
    (await world.call<{ results: LessonNote[] }>(user, 'GET', `/items/${id('Read')}/notes/`)).body.results

  test('stores a repeated note once, and only for its author', async () => {
    await enter(article('Read'))
    const note = randomUUID()
    for (let times = 0; times < 3; times += 1) await save(note, 'Remember')
    expect(await list()).toMatchObject([{ id: note, body: 'Remember', place: { quote: 'words' } }])
    await world.call(world.classmate, 'POST', `/courses/${course}/enrolment/`)
    expect(await list(world.classmate)).toEqual([])
    // The same id from another person is another note.
    await save(note, 'Mine', {}, world.classmate)
    expect(await list()).toMatchObject([{ body: 'Remember' }])
  })

  test('keeps the later change when the older one arrives last', async () => {
    await enter(article('Read'))
    const note = randomUUID()
    await save(note, 'first')
    world.server.clock.advance(60_000)
    await save(note, 'later', { changed_ago_ms: 10_000 })
    const late = await save(note, 'older', { changed_ago_ms: 30_000 })
    expect(late.body.body).toBe('later')
    expect(await list()).toMatchObject([{ body: 'later' }])
  })

  test('keeps a note deleted when a late copy arrives', async () => {
    await enter(article('Read'))
    const note = randomUUID()
    await save(note, 'gone')
    const path = `/items/${id('Read')}/notes/${note}/`
    expect((await world.call(learner, 'DELETE', path)).status).toBe(204)
    expect((await world.call(learner, 'DELETE', path)).status).toBe(204)
    expect((await save(note, 'gone')).status).toBe(409)
    expect(await list()).toEqual([])
    const [row] = await world.server.db.asSuperuser<{ body: string }>(
      'select body from lesson_note where id = $1',
      [note],
    )
    expect(row?.body).toBe('')
  })

  test("lists a course's notes in course order with their lessons", async () => {
    await enter(article('Read'), video('Watch', 40))
    await save(randomUUID(), 'second', { place: { paragraph: 9 } })
    await save(randomUUID(), 'first', { place: { paragraph: 1 } })
    await world.call(learner, 'PUT', `/items/${id('Watch')}/notes/${randomUUID()}/`, {
      body: 'at ten',
      colour: 'blue',
      place: { second: 10 },
    })
    const { body } = await world.call<{ results: { body: string; item_title: string }[] }>(
      learner,
      'GET',
      `/courses/${course}/notes/`,
    )
    expect(body.results.map((note) => [note.item_title, note.body])).toEqual([
      ['Read', 'first'],
      ['Read', 'second'],
      ['Watch', 'at ten'],
    ])
  })

  test('rejects notes without access, from other clients or too long', async () => {
    await enter(article('Read'))
    expect((await save(randomUUID(), 'x', {}, world.classmate)).status).toBe(403)
    const foreign = caller(world.server, OTHER_CLIENT)
    const path = `/items/${id('Read')}/notes/`
    expect((await foreign(world.stranger, 'GET', path)).status).toBe(404)
    expect((await save(randomUUID(), 'x'.repeat(5001))).status).toBe(422)
    expect((await save(randomUUID(), 'nul \u0000')).status).toBe(422)
    expect((await save('no-uuid', 'x')).status).toBe(404)
  })
})

describe('watched time', () => {
  const save = (item: string, body: object) =>
    world.call<{ watched_seconds: number; item: { state: string } }>(
      learner,
      'POST',
      `/items/${id(item)}/video-progress/`,
      { position_seconds: 0, ...body },
    )
  beforeEach(async () => {
    await enter(video('Watch', 400), video('Other', 400))
  })

  test('counts only 15 s of a whole video claimed at once', async () => {
    const reply = await save('Watch', { ranges: [[0, 400]] })
    expect(reply.body).toMatchObject({ watched_seconds: 15, item: { state: 'in_progress' } })
    // Repeating the claim changes nothing while the clock stands still.
    for (let times = 0; times < 5; times += 1) await save('Watch', { ranges: [[0, 400]] })
    expect((await save('Watch', { ranges: [[0, 400]] })).body.watched_seconds).toBe(15)
  })

  test('counts time watched offline', async () => {
    world.server.clock.advance(3_600_000)
    const reply = await save('Watch', { ranges: [[0, 400]], played_ago_ms: [[3_000_000, 2_600_000]] })
    expect(reply.body).toMatchObject({ watched_seconds: 400, item: { state: 'completed' } })
  })

  test('counts a period of time for one video only', async () => {
    world.server.clock.advance(3_600_000)
    const played_ago_ms = [[400_000, 0]]
    expect((await save('Watch', { ranges: [[0, 400]], played_ago_ms })).body.watched_seconds).toBe(400)
    expect((await save('Other', { ranges: [[0, 400]], played_ago_ms })).body.watched_seconds).toBe(15)
    // Control: another period counts for the other video.
    const earlier = { ranges: [[0, 400]], played_ago_ms: [[900_000, 500_000]] }
    expect((await save('Other', earlier)).body.watched_seconds).toBe(400)
  })

  test('counts a period once when two claims race', async () => {
    world.server.clock.advance(3_600_000)
    const body = { ranges: [[0, 400]], played_ago_ms: [[400_000, 0]] }
    const both = await Promise.all([save('Watch', body), save('Other', body)])
    expect(both.map((reply) => reply.body.watched_seconds).toSorted((a, b) => a - b)).toEqual([15, 400])
  })

  test('counts all regular saves of a client that sends no times', async () => {
    let watched = 0
    for (let second = 0; second < 60; second += 10) {
      world.server.clock.advance(10_000)
      watched = (await save('Watch', { ranges: [[second, second + 10]] })).body.watched_seconds
    }
    expect(watched).toBe(60)
  })
})
