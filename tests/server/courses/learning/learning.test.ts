import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { LearningHome } from '#contract/courses/learning-home.ts'
import type { ProgressResult, QuizResult } from '#contract/courses/progress.ts'
import type { TopicPage } from '#contract/courses/topic-page.ts'
import { createApp } from '#server/http-app.ts'
import { makeCore } from '#server/core/make-core.ts'
import { featuresAsUser } from '#tests/support/as-user.ts'
import { addPerson } from '#tests/support/server/people.ts'
import {
  answersFor,
  article,
  caller,
  CANARY,
  CLIENT,
  itemOf,
  OTHER_CLIENT,
  startWorld,
  topicOf,
  type Detail,
  type World,
} from '../world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.server.close())

/** A new learner in a new course. */
let learner: number
let course: number
let detail: Detail
let learners = 0
const enterCourse = async (enrol = true) => {
  learners += 1
  learner = await addPerson(world.server.db, { clientId: CLIENT, name: `Learner ${learners}` })
  course = await world.course()
  if (enrol) await world.call(learner, 'POST', `/courses/${course}/enrolment/`)
  detail = (await world.call<Detail>(learner, 'GET', `/courses/${course}/`)).body
}
beforeEach(() => enterCourse())

const id = (title: string) => itemOf(detail, title).id
const complete = (title: string, user = learner) =>
  world.call<ProgressResult>(user, 'POST', `/items/${id(title)}/complete/`)
/** Watches for as long as the clock advances. */
const watch = (ranges: [number, number][], position = 0) => {
  world.server.clock.advance(60_000)
  return world.call<ProgressResult>(learner, 'POST', `/items/${id('Watch')}/video-progress/`, {
    position_seconds: position,
    ranges,
    played_ago_ms: [[60_000, 0]],
  })
}
const submitQuiz = (body: object, user = learner) =>
  world.call<QuizResult>(user, 'POST', `/items/${id('Check')}/quiz-attempts/`, body)
const topic = (title: string, user = learner) =>
  world.call<TopicPage>(user, 'GET', `/courses/${course}/topics/${topicOf(detail, title).id}/`)
const home = async (user = learner) =>
  (await world.call<LearningHome>(user, 'GET', '/student/learning-home/')).body

describe('access', () => {
  test('opens only the free preview without enrolment', async () => {
    await enterCourse(false)
    expect(topicOf(detail, 'Preview').state).toBe('not_started')
    expect(topicOf(detail, 'Core').state).toBe('locked')
    const preview = await topic('Preview')
    expect([preview.status, preview.body.looking]).toEqual([200, true])
    const invalidFields = (await topic('Core')) as unknown as {
      status: number
      body: { code: string; fields: unknown }
    }
    expect([invalidFields.status, invalidFields.body.code]).toEqual([403, 'locked_content'])
    // For the app's translated message.
    expect(invalidFields.body.fields).toMatchObject({ course: [{ params: { why: 'free' } }] })
    expect((await topic('Core', world.teacher)).status).toBe(200)
  })

  test('writes no progress without enrolment', async () => {
    await enterCourse(false)
    expect((await complete('Welcome')).status).toBe(403)
    expect((await watch([[0, 40]])).status).toBe(403)
    expect((await submitQuiz(await answersFor(world.server, id('Check'), 5))).status).toBe(403)
    const rows = await world.server.db.asSuperuser('select 1 from item_progress where user_id = $1', [
      learner,
    ])
    expect(rows).toEqual([])
  })

  test('hides topics and items of other courses and tenants', async () => {
    const other = await world.course()
    const otherDetail = (await world.call<Detail>(world.teacher, 'GET', `/courses/${other}/`)).body
    const otherTopic = topicOf(otherDetail, 'Preview').id
    expect((await world.call(learner, 'GET', `/courses/${course}/topics/${otherTopic}/`)).status).toBe(404)
    const foreign = await world.course({}, OTHER_CLIENT)
    const [row] = await world.server.db.asSuperuser<{ id: number }>(
      'select id from course_item where client_id = $1 and course_id = $2 limit 1',
      [OTHER_CLIENT, foreign],
    )
    expect((await world.call(learner, 'POST', `/items/${row?.id}/complete/`)).status).toBe(404)
  })

  test('links the previous and next topic in course order', async () => {
    const { body } = await topic('Core')
    expect(body.section_title).toBe('Start')
    expect(body.previous?.title).toBe('Preview')
    expect(body.next?.title).toBe('Close')
    expect(body.items.map((item) => item.type)).toEqual(['article', 'video', 'quiz'])
    expect((await topic('Preview')).body.previous).toBeNull()
    expect((await topic('Close')).body.next).toBeNull()
  })
})

describe('articles', () => {
  test('completes an article once and keeps its first time', async () => {
    const first = await complete('Welcome')
    expect(first.body.item.state).toBe('completed')
    expect(first.body.topic.state).toBe('completed')
    expect(first.body.course).toMatchObject({ completed_items: 1, total_items: 5, percent: 20 })
    world.server.clock.advance(60_000)
    expect((await complete('Welcome')).body.course.completed_items).toBe(1)
    const rows = await world.server.db.asSuperuser<{ completed_at: Date; last_at: Date }>(
      'select completed_at, last_at from item_progress where user_id = $1',
      [learner],
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]?.last_at.getTime()).toBe((rows[0]?.completed_at.getTime() ?? 0) + 60_000)
  })

  test('rejects completing a video or a quiz as an article', async () => {
    expect((await world.call(learner, 'POST', `/items/${id('Watch')}/complete/`)).status).toBe(404)
    expect((await world.call(learner, 'POST', `/items/${id('Check')}/complete/`)).status).toBe(404)
  })

  test('sanitizes hostile HTML in articles', async () => {
    course = await world.course({
      sections: [
        {
          title: 'S',
          topics: [
            {
              title: 'T',
              items: [
                article(
                  'Hostile',
                  '<h2 id="x" onclick="a()">Head</h2><script>steal()</script><img src=x onerror=a()><a href="javascript:a()">l</a><table><tr><td style="x">1</td></tr></table>',
                ),
              ],
            },
          ],
        },
      ],
    })
    await world.call(learner, 'POST', `/courses/${course}/enrolment/`)
    detail = (await world.call<Detail>(learner, 'GET', `/courses/${course}/`)).body
    const [item] = (await topic('T')).body.items
    expect(item).toMatchObject({
      html: '<h2>Head</h2><a>l</a><table><tr><td>1</td></tr></table>',
    })
  })
})

describe('videos', () => {
  test('counts each watched second once, and completes at 90 %', async () => {
    expect((await watch([[0, 20]], 20)).body.item.state).toBe('in_progress')
    expect((await watch([[0, 20]], 20)).body.item.state).toBe('in_progress')
    expect((await watch([[10, 30]], 30)).body.item.state).toBe('in_progress')
    const [, video] = (await topic('Core')).body.items
    expect(video).toMatchObject({ watched_seconds: 30, position_seconds: 30, duration_seconds: 40 })
    expect((await watch([[30, 35.9]], 35.9)).body.item.state).toBe('in_progress')
    expect((await watch([[35.9, 36]], 36)).body.item.state).toBe('completed')
  })

  test('does not complete a video that was skipped to the end', async () => {
    expect((await watch([[38, 40]], 40)).body.item.state).toBe('in_progress')
  })

  test('keeps a rewatched video completed and resumes at the new position', async () => {
    await watch([[0, 40]], 40)
    expect((await watch([[0, 3]], 3)).body.item.state).toBe('completed')
    expect((await topic('Core')).body.items[1]).toMatchObject({ position_seconds: 3, state: 'completed' })
  })

  test('ignores ranges outside the video or reversed', async () => {
    await watch(
      [
        [50, 90],
        [30, 10],
        [39, 400],
      ],
      400,
    )
    expect((await topic('Core')).body.items[1]).toMatchObject({ watched_seconds: 1, position_seconds: 40 })
  })

  test.each([
    [{ position_seconds: -1, ranges: [] }],
    [{ position_seconds: 1, ranges: [[0]] }],
    [{ position_seconds: 1, ranges: [[-1, 5]] }],
    [{ position_seconds: 1, ranges: Array(201).fill([0, 1]) }],
    [{ position_seconds: '1', ranges: [] }],
    [{ ranges: [] }],
  ])('rejects the invalid body %j and writes nothing', async (body) => {
    const reply = await world.call(learner, 'POST', `/items/${id('Watch')}/video-progress/`, body)
    expect(reply.status).toBe(422)
    const rows = await world.server.db.asSuperuser('select 1 from item_progress where user_id = $1', [
      learner,
    ])
    expect(rows).toEqual([])
  })
})

describe('quizzes', () => {
  test('never reveals the key or explanations before submitting', async () => {
    const seen = [
      await world.call(learner, 'GET', '/courses/?page_size=100'),
      await world.call(learner, 'GET', `/courses/${course}/`),
      await topic('Core'),
      await home(),
      await world.call(world.teacher, 'GET', `/courses/${course}/`),
    ].map((reply) => JSON.stringify(reply))
    for (const text of seen) {
      expect(text).not.toContain('canary-')
      expect(text).not.toContain('"correct"')
      expect(text).not.toContain('"verdict"')
    }
    const failed = JSON.stringify(await submitQuiz(await answersFor(world.server, id('Check'), 1)))
    expect(failed).toContain('"verdict"')
    expect(failed).not.toContain(CANARY)
    // Control: the same scan finds the explanations once passed, when the right answers may be seen.
    expect(JSON.stringify(await submitQuiz(await answersFor(world.server, id('Check'), 3)))).toContain(CANARY)
  })

  test('meets a pass mark of 60 % with three of five right', async () => {
    const first = await submitQuiz(await answersFor(world.server, id('Check'), 2))
    expect(first.status).toBe(201)
    expect(first.body).toMatchObject({ percent: 40, passed: false, standing: { best_percent: 40 } })
    expect(first.body.progress.item.state).toBe('in_progress')
    expect(first.body.questions.map((question) => question.verdict)).toEqual([
      'right',
      'right',
      'wrong',
      'wrong',
      'wrong',
    ])
    const second = await submitQuiz(await answersFor(world.server, id('Check'), 3))
    expect(second.body).toMatchObject({ percent: 60, passed: true, standing: { best_percent: 60 } })
    const third = await submitQuiz(await answersFor(world.server, id('Check'), 0))
    expect(third.body).toMatchObject({ percent: 0, passed: false, standing: { best_percent: 60 } })
    expect(third.body.progress.item.state).toBe('completed')
    expect((await topic('Core')).body.items[2]).toMatchObject({ attempts: 3, best_percent: 60 })
  })

  test('counts one attempt for a repeated idempotency key', async () => {
    const body = await answersFor(world.server, id('Check'), 4)
    const replies = await Promise.all(Array.from({ length: 20 }, () => submitQuiz(body)))
    replies.push(await submitQuiz(body))
    expect(new Set(replies.map((reply) => JSON.stringify([reply.status, reply.body]))).size).toBe(1)
    expect(replies[0]?.status).toBe(201)
    expect((await topic('Core')).body.items[2]).toMatchObject({ attempts: 1, best_percent: 80 })
    // Control: without a common key each one is an attempt.
    await Promise.all(Array.from({ length: 5 }, () => submitQuiz({ ...body, idempotency_key: randomUUID() })))
    expect((await topic('Core')).body.items[2]).toMatchObject({ attempts: 6 })
  })

  test('answers 409 when a key is reused for another quiz', async () => {
    const body = await answersFor(world.server, id('Check'), 4)
    await submitQuiz(body)
    course = await world.course()
    await world.call(learner, 'POST', `/courses/${course}/enrolment/`)
    detail = (await world.call<Detail>(learner, 'GET', `/courses/${course}/`)).body
    const other = await answersFor(world.server, id('Check'), 4)
    expect((await submitQuiz({ ...other, idempotency_key: body.idempotency_key })).status).toBe(409)
  })

  test('names invalid and repeated answers and stores nothing', async () => {
    const { answers } = await answersFor(world.server, id('Check'), 5)
    const [one, two] = answers
    const invalidFields = async (wrong: unknown[]) => {
      const reply = (await submitQuiz({ idempotency_key: randomUUID(), answers: wrong })) as unknown as {
        status: number
        body: { fields: object }
      }
      expect(reply.status).toBe(422)
      return Object.keys(reply.body.fields)
    }
    expect(await invalidFields([{ question_id: 2147483647, kind: 'single', chosen: null }])).toEqual([
      'answers.0.question_id',
    ])
    expect(await invalidFields([{ question_id: one?.question_id, kind: 'short', text: 'x' }])).toEqual([
      'answers.0.kind',
    ])
    expect(await invalidFields([one, one])).toEqual(['answers.1.question_id'])
    expect(await invalidFields([{ ...one, chosen: two?.chosen }])).toEqual(['answers.0'])
    expect((await topic('Core')).body.items[2]).toMatchObject({ attempts: 0, best_percent: null })
  })
})

describe('roll-up and home', () => {
  test('keeps counters equal to rows for a hundred concurrent completions', async () => {
    const many = Array.from({ length: 100 }, (_, index) => article(`A${index}`))
    course = await world.course({ sections: [{ title: 'S', topics: [{ title: 'T', items: many }] }] })
    await world.call(learner, 'POST', `/courses/${course}/enrolment/`)
    detail = (await world.call<Detail>(learner, 'GET', `/courses/${course}/`)).body
    const ids = topicOf(detail, 'T').items.map((item) => item.id)
    const replies = await Promise.all(
      [...ids, ...ids.slice(0, 50)].map((item) =>
        world.call<ProgressResult>(learner, 'POST', `/items/${item}/complete/`),
      ),
    )
    expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([200]))
    // Serialised: no two writes may report the same count. For an item sent twice, the write is whichever came first.
    const counted = replies.map((reply) => reply.body.course.completed_items)
    const counts = counted.slice(0, 100).map((count, index) => Math.min(count, counted[100 + index] ?? count))
    expect(Math.max(...counts)).toBe(100)
    const [rows] = await world.server.db.asSuperuser<{ rows: string; done: boolean }>(
      `select count(*) as rows, (select completed_at is not null from enrolment where user_id = $1 and course_id = $2) as done
       from item_progress where user_id = $1 and course_id = $2 and completed_at is not null`,
      [learner, course],
    )
    expect([Number(rows?.rows), rows?.done]).toEqual([100, true])
    const courseStatus = (await home()).courses.find((each) => each.course_id === course)
    expect(courseStatus).toMatchObject({ completed_items: 100, percent: 100, state: 'completed' })
    expect(replies.filter((reply) => reply.body.course.state === 'completed').length).toBeGreaterThan(0)
    // The last of the hundred writes saw all of them: exactly the writes after it report 100.
    expect(new Set(counts).size).toBe(100)
    // Control: an unlocked read-and-write counter loses some of the writes.
    await world.server.db.asSuperuser('create table naive (n integer); insert into naive values (0)')
    const { asSuperuser } = world.server.db
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        const [row] = await asSuperuser<{ n: number }>('select n from naive')
        await asSuperuser('update naive set n = $1', [(row?.n ?? 0) + 1])
      }),
    )
    const [naive] = await asSuperuser<{ n: number }>('select n from naive')
    expect(naive?.n).toBeLessThan(20)
    await asSuperuser('drop table naive')
  })

  test('names the exact next item on the home page after each step', async () => {
    const next = async () => {
      const [first] = (await home()).continue_learning
      return first && [first.topic_title, first.item_title, first.item_type, first.percent]
    }
    expect(await next()).toBeUndefined()
    await complete('Welcome')
    expect(await next()).toEqual(['Core', 'Read', 'article', 20])
    world.server.clock.advance(1000)
    await watch([[0, 5]], 5)
    expect(await next()).toEqual(['Core', 'Watch', 'video', 20])
    world.server.clock.advance(1000)
    await watch([[0, 40]], 40)
    expect(await next()).toEqual(['Core', 'Check', 'quiz', 40])
    world.server.clock.advance(1000)
    await complete('Goodbye')
    expect(await next()).toEqual(['Core', 'Read', 'article', 60])
    await complete('Read')
    await submitQuiz(await answersFor(world.server, id('Check'), 5))
    expect(await next()).toBeUndefined()
    expect((await home()).overall).toEqual({
      enrolled_courses: 1,
      completed_courses: 1,
      completed_items: 5,
      total_items: 5,
      percent: 100,
    })
  })

  test('lists the most recent course first on the home page, without left courses', async () => {
    const first = course
    await complete('Welcome')
    course = await world.course({ title: 'Second' })
    await world.call(learner, 'POST', `/courses/${course}/enrolment/`)
    detail = (await world.call<Detail>(learner, 'GET', `/courses/${course}/`)).body
    world.server.clock.advance(1000)
    await complete('Welcome')
    const order = async () => (await home()).continue_learning.map((each) => each.course_id)
    expect(await order()).toEqual([course, first])
    await world.call(learner, 'DELETE', `/courses/${course}/enrolment/`)
    expect(await order()).toEqual([first])
    expect((await home()).overall.enrolled_courses).toBe(1)
  })

  test('names the first item of a course that is not started, and none once it is', async () => {
    const { start } = await home()
    expect(start).toMatchObject({ course_id: course, percent: 0 })
    const [firstTopic] = detail.sections[0]?.topics ?? []
    expect(start?.item_id).toBe(firstTopic?.items[0]?.id)
    await complete('Welcome')
    expect((await home()).start).toBeNull()
  })

  test("hides one learner's progress from a classmate", async () => {
    await world.call(world.classmate, 'POST', `/courses/${course}/enrolment/`)
    await complete('Welcome')
    await watch([[0, 20]], 20)
    const theirs = (await topic('Core', world.classmate)).body
    expect(theirs.items.map((item) => item.state)).toEqual(['not_started', 'not_started', 'not_started'])
    expect(theirs.items[1]).toMatchObject({ position_seconds: 0, watched_seconds: 0 })
    expect(theirs.course.percent).toBe(0)
  })

  test('shares progress between two server processes', async () => {
    await complete('Welcome')
    await watch([[0, 20]], 17)
    const { config, clock, db } = world.server
    const core = await makeCore({
      config,
      log: world.server.core.log,
      clock,
      database: db.database,
      connection: db.connection,
    })
    const app = await createApp(core, { features: featuresAsUser(core) })
    const call = caller({ app })
    const page = await call<TopicPage>(
      learner,
      'GET',
      `/courses/${course}/topics/${topicOf(detail, 'Core').id}/`,
    )
    expect(page.body.course.percent).toBe(20)
    expect(page.body.items[1]).toMatchObject({ position_seconds: 17, watched_seconds: 20 })
    // And the first process shows what the second one received.
    await call(learner, 'POST', `/items/${id('Read')}/complete/`)
    expect((await topic('Core')).body.items[0]?.state).toBe('completed')
    await app.close()
    await core.changes.stop()
  })
})
