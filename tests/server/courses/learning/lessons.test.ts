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

let me: number
let course: number
let detail: Detail
let learners = 0
/** A fresh learner in a course with these items. */
const enter = async (...items: NewItem[]) => {
  learners += 1
  me = await addPerson(world.server.db, { clientId: CLIENT, name: `Reader ${learners}` })
  course = await world.course({ sections: [{ title: 'S', topics: [{ title: 'T', items }] }] })
  await world.call(me, 'POST', `/courses/${course}/enrolment/`)
  detail = (await world.call<Detail>(me, 'GET', `/courses/${course}/`)).body
}
const id = (title: string) => itemOf(detail, title).id
const page = async (user = me) =>
  (await world.call<TopicPage>(user, 'GET', `/courses/${course}/topics/${topicOf(detail, 'T').id}/`)).body
const quizNow = async () => (await page()).items.find((item) => item.type === 'quiz') as QuizItem
const handIn = (right: number) =>
  answersFor(world.server, id('Check'), right).then((body) =>
    world.call<QuizResult & { code: string; retry_after: number }>(
      me,
      'POST',
      `/items/${id('Check')}/quiz-attempts/`,
      body,
    ),
  )
const withSettings = (settings: Extract<NewItem, { type: 'quiz' }>['settings'], questions = 4): NewItem => ({
  ...(quiz('Check', questions) as Extract<NewItem, { type: 'quiz' }>),
  ...(settings && { settings }),
})

describe('attempts of a quiz', () => {
  test('given two attempts allowed, when both are made, then the third is refused, the best counts and the key opens', async () => {
    await enter(withSettings({ attempts_limit: 2 }))
    const first = await handIn(2)
    expect(first.body).toMatchObject({ percent: 50, revealed: false, standing: { attempts_left: 1 } })
    expect(first.body.questions.every((mark) => mark.solution === null && mark.explanation === '')).toBe(true)
    const second = await handIn(1)
    expect(second.body).toMatchObject({ revealed: true, standing: { attempts_left: 0, best_percent: 50 } })
    expect(second.body.questions.every((mark) => mark.solution !== null && mark.explanation !== '')).toBe(
      true,
    )
    const early = await world.call<QuizReview>(
      me,
      'GET',
      `/items/${id('Check')}/quiz-attempts/${first.body.attempt_id}/`,
    )
    expect(early.body.grade.questions.every((mark) => mark.explanation !== '')).toBe(true)
    expect((await handIn(4)).status).toBe(409)
    expect(await quizNow()).toMatchObject({ attempts: 2, attempts_left: 0, best_percent: 50 })
  })

  test('given a pause of ten minutes, when handed in before its end, then it says when, and after it counts', async () => {
    await enter(withSettings({ cooldown_minutes: 10 }))
    await handIn(0)
    world.server.clock.advance(9 * 60_000)
    const refused = await handIn(4)
    expect([refused.status, refused.body.code, refused.body.retry_after]).toEqual([
      429,
      'too_many_requests',
      60,
    ])
    expect(Date.parse((await quizNow()).next_attempt_at ?? '')).toBe(
      world.server.clock.now().getTime() + 60_000,
    )
    world.server.clock.advance(60_000)
    expect((await handIn(4)).body).toMatchObject({ percent: 100 })
  })

  test('given a limit of one, when twenty hand in at once under keys of their own, then one counts', async () => {
    await enter(withSettings({ attempts_limit: 1 }))
    const replies = await Promise.all(Array.from({ length: 20 }, () => handIn(3)))
    expect(replies.filter((reply) => reply.status === 201)).toHaveLength(1)
    expect(replies.filter((reply) => reply.status === 409)).toHaveLength(19)
  })

  test('given a quiz changed after an attempt, when the attempt is looked at, then it stands as it was made', async () => {
    await enter(withSettings({ reveal: 'always' }, 2))
    const made = (await handIn(1)).body
    await world.server.core.db.withTenant(CLIENT, (db) =>
      storeQuestions(db, { clientId: CLIENT, itemId: id('Check') }, [
        singleQuestion('Another question', [
          { text: 'x', correct: true },
          { text: 'y', correct: false },
        ]),
      ]),
    )
    const path = `/items/${id('Check')}/quiz-attempts/`
    const list = await world.call<{ results: { id: number; percent: number }[] }>(me, 'GET', path)
    expect(list.body.results).toMatchObject([{ id: made.attempt_id, percent: 50 }])
    const review = (await world.call<QuizReview>(me, 'GET', `${path}${made.attempt_id}/`)).body
    expect(review.shown.map((question) => question.prompt)).toEqual(['Question 1', 'Question 2'])
    expect(review.grade.questions.map((mark) => mark.verdict)).toEqual(['right', 'wrong'])
    expect((await quizNow()).questions.map((question) => question.prompt)).toEqual(['Another question'])
  })

  test('given an attempt of somebody else, when asked for, then it is not there', async () => {
    await enter(withSettings({}))
    const made = (await handIn(1)).body
    const path = `/items/${id('Check')}/quiz-attempts/${made.attempt_id}/`
    await world.call(world.classmate, 'POST', `/courses/${course}/enrolment/`)
    expect((await world.call(world.classmate, 'GET', path)).status).toBe(404)
    expect((await world.call(me, 'GET', path)).status).toBe(200)
  })

  test('given a key that is not to be seen, when everything but the right answers is asked for, then it is nowhere', async () => {
    await enter(withSettings({ reveal: 'never' }))
    const rows = await world.server.db.asSuperuser<{
      authored: Extract<AuthoredQuestion, { kind: 'single' }>
    }>('select authored from quiz_question where item_id = $1', [id('Check')])
    const made = (await handIn(0)).body
    const seen = JSON.stringify([
      made.questions.map((mark) => mark.solution),
      (await world.call<QuizReview>(me, 'GET', `/items/${id('Check')}/quiz-attempts/${made.attempt_id}/`))
        .body.grade.questions,
    ])
    const right = rows.map(({ authored }) => authored.options.find((option) => option.correct)?.id ?? '')
    expect(right.filter((option) => seen.includes(option))).toEqual([])
    // Control: the same ids are in what a passed quiz reveals.
    await enter(withSettings({ reveal: 'always' }))
    expect(JSON.stringify((await handIn(0)).body)).toContain('"solution":{')
  })
})

describe('answers that are not handed in', () => {
  const draft = (attempt: number, answers: unknown[], user = me) =>
    world.call<{ kept: boolean }>(user, 'PUT', `/items/${id('Check')}/quiz-draft/`, { attempt, answers })
  const given = async (right: number) => (await answersFor(world.server, id('Check'), right)).answers

  test('given answers from two devices, when each sends what it changed, then the later of each question stays', async () => {
    await enter(withSettings({}))
    const [one, two] = await given(4)
    const [other] = await given(0)
    await draft(0, [one])
    await draft(0, [two])
    await draft(0, [other])
    expect((await quizNow()).draft.answers).toEqual([other, two])
  })

  test('given a hand-in, when an older draft still arrives, then it is dropped; a new one is kept', async () => {
    await enter(withSettings({}))
    const answers = await given(4)
    await draft(0, answers)
    await handIn(1)
    expect((await quizNow()).draft.answers).toEqual([])
    expect((await draft(0, answers)).body).toEqual({ kept: false })
    expect((await quizNow()).draft.answers).toEqual([])
    expect((await draft(1, answers)).body).toEqual({ kept: true })
    expect((await quizNow()).draft.answers).toHaveLength(4)
  })

  test('given answers that do not belong, or no enrolment, when sent, then nothing is kept', async () => {
    await enter(withSettings({}))
    const [one] = await given(4)
    expect((await draft(0, [{ ...one, chosen: randomUUID() }])).status).toBe(422)
    expect((await draft(0, [one], world.stranger)).status).not.toBe(200)
    expect((await draft(0, [one], world.classmate)).status).toBe(403)
    expect((await quizNow()).draft.answers).toEqual([])
  })

  test('given a draft, when its page is read, then nothing of the key came with it', async () => {
    await enter(withSettings({}))
    await draft(0, await given(4))
    expect(JSON.stringify(await page())).not.toContain(CANARY)
  })
})

describe('places', () => {
  test('given a paragraph and a question, when another device opens the topic, then it is there, and the course goes on', async () => {
    await enter(article('Read'), withSettings({}))
    const moved = await world.call<ProgressResult>(me, 'PUT', `/items/${id('Read')}/place/`, { paragraph: 7 })
    expect(moved.body.item.state).toBe('in_progress')
    const question = (await quizNow()).questions[2]?.id
    await world.call(me, 'PUT', `/items/${id('Check')}/place/`, { question_id: question })
    const [read] = (await page()).items
    expect(read).toMatchObject({ paragraph: 7 })
    expect((await quizNow()).draft.question_id).toBe(question)
  })

  test('given a completed article, when its place is sent, then it stays completed', async () => {
    await enter(article('Read'))
    await world.call(me, 'POST', `/items/${id('Read')}/complete/`)
    const moved = await world.call<ProgressResult>(me, 'PUT', `/items/${id('Read')}/place/`, { paragraph: 0 })
    expect(moved.body.item.state).toBe('completed')
  })
})

describe('notes', () => {
  const save = (noteId: string, body: string, extra: object = {}, user = me) =>
    world.call<LessonNote>(user, 'PUT', `/items/${id('Read')}/notes/${noteId}/`, {
      body,
      colour: 'yellow',
      place: { paragraph: 2, quote: 'words', before: 'some ', after: ' here' },
      ...extra,
    })
  const list = async (user = me) =>
    (await world.call<{ results: LessonNote[] }>(user, 'GET', `/items/${id('Read')}/notes/`)).body.results

  test('given a note sent three times, when listed, then it is there once, and only for its writer', async () => {
    await enter(article('Read'))
    const note = randomUUID()
    for (let times = 0; times < 3; times += 1) await save(note, 'Remember')
    expect(await list()).toMatchObject([{ id: note, body: 'Remember', place: { quote: 'words' } }])
    await world.call(world.classmate, 'POST', `/courses/${course}/enrolment/`)
    expect(await list(world.classmate)).toEqual([])
    // The same name of somebody else is another note.
    await save(note, 'Mine', {}, world.classmate)
    expect(await list()).toMatchObject([{ body: 'Remember' }])
  })

  test('given two devices, when the older change arrives last, then the later one stays', async () => {
    await enter(article('Read'))
    const note = randomUUID()
    await save(note, 'first')
    world.server.clock.advance(60_000)
    await save(note, 'later', { changed_ago_ms: 10_000 })
    const late = await save(note, 'older', { changed_ago_ms: 30_000 })
    expect(late.body.body).toBe('later')
    expect(await list()).toMatchObject([{ body: 'later' }])
  })

  test('given a deleted note, when a late copy arrives, then it does not come back', async () => {
    await enter(article('Read'))
    const note = randomUUID()
    await save(note, 'gone')
    const path = `/items/${id('Read')}/notes/${note}/`
    expect((await world.call(me, 'DELETE', path)).status).toBe(204)
    expect((await world.call(me, 'DELETE', path)).status).toBe(204)
    expect((await save(note, 'gone')).status).toBe(409)
    expect(await list()).toEqual([])
    const [row] = await world.server.db.asSuperuser<{ body: string }>(
      'select body from lesson_note where id = $1',
      [note],
    )
    expect(row?.body).toBe('')
  })

  test('given notes at several places, when the course’s are read, then they stand in its order with their lessons', async () => {
    await enter(article('Read'), video('Watch', 40))
    await save(randomUUID(), 'second', { place: { paragraph: 9 } })
    await save(randomUUID(), 'first', { place: { paragraph: 1 } })
    await world.call(me, 'PUT', `/items/${id('Watch')}/notes/${randomUUID()}/`, {
      body: 'at ten',
      colour: 'blue',
      place: { second: 10 },
    })
    const { body } = await world.call<{ results: { body: string; item_title: string }[] }>(
      me,
      'GET',
      `/courses/${course}/notes/`,
    )
    expect(body.results.map((note) => [note.item_title, note.body])).toEqual([
      ['Read', 'first'],
      ['Read', 'second'],
      ['Watch', 'at ten'],
    ])
  })

  test('given no enrolment, another client or too long words, when written, then it is refused', async () => {
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
      me,
      'POST',
      `/items/${id(item)}/video-progress/`,
      { position_seconds: 0, ...body },
    )
  beforeEach(async () => {
    await enter(video('Watch', 400), video('Other', 400))
  })

  test('given a whole video claimed in one call, when no time went by, then 15 s count and it is not completed', async () => {
    const reply = await save('Watch', { ranges: [[0, 400]] })
    expect(reply.body).toMatchObject({ watched_seconds: 15, item: { state: 'in_progress' } })
    // Saying it again a hundred times changes nothing while the clock stands.
    for (let times = 0; times < 5; times += 1) await save('Watch', { ranges: [[0, 400]] })
    expect((await save('Watch', { ranges: [[0, 400]] })).body.watched_seconds).toBe(15)
  })

  test('given an hour offline with its own times, when sent afterwards, then all of it counts', async () => {
    world.server.clock.advance(3_600_000)
    const reply = await save('Watch', { ranges: [[0, 400]], played_ago_ms: [[3_000_000, 2_600_000]] })
    expect(reply.body).toMatchObject({ watched_seconds: 400, item: { state: 'completed' } })
  })

  test('given one stretch of time, when claimed for two videos, then it counts for one', async () => {
    world.server.clock.advance(3_600_000)
    const played_ago_ms = [[400_000, 0]]
    expect((await save('Watch', { ranges: [[0, 400]], played_ago_ms })).body.watched_seconds).toBe(400)
    expect((await save('Other', { ranges: [[0, 400]], played_ago_ms })).body.watched_seconds).toBe(15)
    // Control: another stretch of time gives the other video its due.
    const earlier = { ranges: [[0, 400]], played_ago_ms: [[900_000, 500_000]] }
    expect((await save('Other', earlier)).body.watched_seconds).toBe(400)
  })

  test('given both claimed at once for the same time, when they race, then the time is given once', async () => {
    world.server.clock.advance(3_600_000)
    const body = { ranges: [[0, 400]], played_ago_ms: [[400_000, 0]] }
    const both = await Promise.all([save('Watch', body), save('Other', body)])
    expect(both.map((reply) => reply.body.watched_seconds).toSorted((a, b) => a - b)).toEqual([15, 400])
  })

  test('given a client that names no times, when it saves every ten seconds, then all of it counts', async () => {
    let watched = 0
    for (let second = 0; second < 60; second += 10) {
      world.server.clock.advance(10_000)
      watched = (await save('Watch', { ranges: [[second, second + 10]] })).body.watched_seconds
    }
    expect(watched).toBe(60)
  })
})
