import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { LearningHome } from '#contract/courses/learning-home.ts'
import type { ProgressResult, QuizResult } from '#contract/courses/progress.ts'
import type { TopicPage } from '#contract/courses/topic-page.ts'
import { createApp } from '#server/app.ts'
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

/** A fresh learner in a fresh course. */
let me: number
let course: number
let detail: Detail
let learners = 0
const enterCourse = async (enrol = true) => {
  learners += 1
  me = await addPerson(world.server.db, { clientId: CLIENT, name: `Learner ${learners}` })
  course = await world.course()
  if (enrol) await world.call(me, 'POST', `/courses/${course}/enrolment/`)
  detail = (await world.call<Detail>(me, 'GET', `/courses/${course}/`)).body
}
beforeEach(() => enterCourse())

const id = (title: string) => itemOf(detail, title).id
const complete = (title: string, user = me) =>
  world.call<ProgressResult>(user, 'POST', `/items/${id(title)}/complete/`)
/** Watches at the speed of the clock. */
const watch = (ranges: [number, number][], position = 0) => {
  world.server.clock.advance(60_000)
  return world.call<ProgressResult>(me, 'POST', `/items/${id('Watch')}/video-progress/`, {
    position_seconds: position,
    ranges,
    played_ago_ms: [[60_000, 0]],
  })
}
const handIn = (body: object, user = me) =>
  world.call<QuizResult>(user, 'POST', `/items/${id('Check')}/quiz-attempts/`, body)
const topic = (title: string, user = me) =>
  world.call<TopicPage>(user, 'GET', `/courses/${course}/topics/${topicOf(detail, title).id}/`)
const home = async (user = me) =>
  (await world.call<LearningHome>(user, 'GET', '/student/learning-home/')).body

describe('what is open', () => {
  test('given no enrolment, when topics are opened, then only the free preview is, and the outline says so', async () => {
    await enterCourse(false)
    expect(topicOf(detail, 'Preview').state).toBe('not_started')
    expect(topicOf(detail, 'Core').state).toBe('locked')
    const preview = await topic('Preview')
    expect([preview.status, preview.body.looking]).toEqual([200, true])
    const refused = (await topic('Core')) as unknown as {
      status: number
      body: { code: string; fields: unknown }
    }
    expect([refused.status, refused.body.code]).toEqual([403, 'locked_content'])
    // What the app says in its reader's language.
    expect(refused.body.fields).toMatchObject({ course: [{ params: { why: 'free' } }] })
    expect((await topic('Core', world.teacher)).status).toBe(200)
  })

  test('given no enrolment, when progress is sent, then nothing is written', async () => {
    await enterCourse(false)
    expect((await complete('Welcome')).status).toBe(403)
    expect((await watch([[0, 40]])).status).toBe(403)
    expect((await handIn(await answersFor(world.server, id('Check'), 5))).status).toBe(403)
    const rows = await world.server.db.asSuperuser('select 1 from item_progress where user_id = $1', [me])
    expect(rows).toEqual([])
  })

  test('given a topic of another course or tenant, when opened below this course, then it is not there', async () => {
    const other = await world.course()
    const otherDetail = (await world.call<Detail>(world.teacher, 'GET', `/courses/${other}/`)).body
    const stray = topicOf(otherDetail, 'Preview').id
    expect((await world.call(me, 'GET', `/courses/${course}/topics/${stray}/`)).status).toBe(404)
    const foreign = await world.course({}, OTHER_CLIENT)
    const [row] = await world.server.db.asSuperuser<{ id: number }>(
      'select id from course_item where client_id = $1 and course_id = $2 limit 1',
      [OTHER_CLIENT, foreign],
    )
    expect((await world.call(me, 'POST', `/items/${row?.id}/complete/`)).status).toBe(404)
  })

  test('given the topic in the middle, when opened, then its neighbours stand beside it in course order', async () => {
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
  test('given an article, when completed twice, then it counts once and keeps its first time', async () => {
    const first = await complete('Welcome')
    expect(first.body.item.state).toBe('completed')
    expect(first.body.topic.state).toBe('completed')
    expect(first.body.course).toMatchObject({ completed_items: 1, total_items: 5, percent: 20 })
    world.server.clock.advance(60_000)
    expect((await complete('Welcome')).body.course.completed_items).toBe(1)
    const rows = await world.server.db.asSuperuser<{ completed_at: Date; last_at: Date }>(
      'select completed_at, last_at from item_progress where user_id = $1',
      [me],
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]?.last_at.getTime()).toBe((rows[0]?.completed_at.getTime() ?? 0) + 60_000)
  })

  test('given a video or a quiz, when completed as an article, then there is no such article', async () => {
    expect((await world.call(me, 'POST', `/items/${id('Watch')}/complete/`)).status).toBe(404)
    expect((await world.call(me, 'POST', `/items/${id('Check')}/complete/`)).status).toBe(404)
  })

  test('given hostile HTML, when a course is written, then only the allow-list is stored and served', async () => {
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
    await world.call(me, 'POST', `/courses/${course}/enrolment/`)
    detail = (await world.call<Detail>(me, 'GET', `/courses/${course}/`)).body
    const [item] = (await topic('T')).body.items
    expect(item).toMatchObject({
      html: '<h2>Head</h2><a>l</a><table><tr><td>1</td></tr></table>',
    })
  })
})

describe('videos', () => {
  test('given repeated and overlapping stretches, when sent, then each second counts once and 90 % completes', async () => {
    expect((await watch([[0, 20]], 20)).body.item.state).toBe('in_progress')
    expect((await watch([[0, 20]], 20)).body.item.state).toBe('in_progress')
    expect((await watch([[10, 30]], 30)).body.item.state).toBe('in_progress')
    const [, video] = (await topic('Core')).body.items
    expect(video).toMatchObject({ watched_seconds: 30, position_seconds: 30, duration_seconds: 40 })
    expect((await watch([[30, 35.9]], 35.9)).body.item.state).toBe('in_progress')
    expect((await watch([[35.9, 36]], 36)).body.item.state).toBe('completed')
  })

  test('given a skip to the end, when only the last seconds were watched, then it is not completed', async () => {
    expect((await watch([[38, 40]], 40)).body.item.state).toBe('in_progress')
  })

  test('given a completed video, when rewatched from the start, then it stays completed and resumes there', async () => {
    await watch([[0, 40]], 40)
    expect((await watch([[0, 3]], 3)).body.item.state).toBe('completed')
    expect((await topic('Core')).body.items[1]).toMatchObject({ position_seconds: 3, state: 'completed' })
  })

  test('given stretches outside the video or upside down, when sent, then they add nothing', async () => {
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
  ])('given the bad body %j, when sent, then it is refused and nothing is written', async (body) => {
    const reply = await world.call(me, 'POST', `/items/${id('Watch')}/video-progress/`, body)
    expect(reply.status).toBe(422)
    const rows = await world.server.db.asSuperuser('select 1 from item_progress where user_id = $1', [me])
    expect(rows).toEqual([])
  })
})

describe('quizzes', () => {
  test('given a quiz, when nothing was handed in yet, then no answer from the server holds its key or explanations', async () => {
    const seen = [
      await world.call(me, 'GET', '/courses/?page_size=100'),
      await world.call(me, 'GET', `/courses/${course}/`),
      await topic('Core'),
      await home(),
      await world.call(world.teacher, 'GET', `/courses/${course}/`),
    ].map((reply) => JSON.stringify(reply))
    for (const text of seen) {
      expect(text).not.toContain('canary-')
      expect(text).not.toContain('"correct"')
      expect(text).not.toContain('"verdict"')
    }
    const failed = JSON.stringify(await handIn(await answersFor(world.server, id('Check'), 1)))
    expect(failed).toContain('"verdict"')
    expect(failed).not.toContain(CANARY)
    // Control: the same scan finds the explanations once passed, when the right answers may be seen.
    expect(JSON.stringify(await handIn(await answersFor(world.server, id('Check'), 3)))).toContain(CANARY)
  })

  test('given five questions, when two and then three are right, then the pass mark of 60 % is met by the second', async () => {
    const first = await handIn(await answersFor(world.server, id('Check'), 2))
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
    const second = await handIn(await answersFor(world.server, id('Check'), 3))
    expect(second.body).toMatchObject({ percent: 60, passed: true, standing: { best_percent: 60 } })
    const third = await handIn(await answersFor(world.server, id('Check'), 0))
    expect(third.body).toMatchObject({ percent: 0, passed: false, standing: { best_percent: 60 } })
    expect(third.body.progress.item.state).toBe('completed')
    expect((await topic('Core')).body.items[2]).toMatchObject({ attempts: 3, best_percent: 60 })
  })

  test('given one key, when handed in twenty times at once and once more, then it counts once and answers alike', async () => {
    const body = await answersFor(world.server, id('Check'), 4)
    const replies = await Promise.all(Array.from({ length: 20 }, () => handIn(body)))
    replies.push(await handIn(body))
    expect(new Set(replies.map((reply) => JSON.stringify([reply.status, reply.body]))).size).toBe(1)
    expect(replies[0]?.status).toBe(201)
    expect((await topic('Core')).body.items[2]).toMatchObject({ attempts: 1, best_percent: 80 })
    // Control: without a common key each of them is an attempt of its own.
    await Promise.all(Array.from({ length: 5 }, () => handIn({ ...body, idempotency_key: randomUUID() })))
    expect((await topic('Core')).body.items[2]).toMatchObject({ attempts: 6 })
  })

  test('given a key of one quiz, when used for another, then it is a conflict', async () => {
    const body = await answersFor(world.server, id('Check'), 4)
    await handIn(body)
    course = await world.course()
    await world.call(me, 'POST', `/courses/${course}/enrolment/`)
    detail = (await world.call<Detail>(me, 'GET', `/courses/${course}/`)).body
    const other = await answersFor(world.server, id('Check'), 4)
    expect((await handIn({ ...other, idempotency_key: body.idempotency_key })).status).toBe(409)
  })

  test('given answers of another quiz or given twice, when handed in, then each is named and nothing is kept', async () => {
    const { answers } = await answersFor(world.server, id('Check'), 5)
    const [one, two] = answers
    const refused = async (wrong: unknown[]) => {
      const reply = (await handIn({ idempotency_key: randomUUID(), answers: wrong })) as unknown as {
        status: number
        body: { fields: object }
      }
      expect(reply.status).toBe(422)
      return Object.keys(reply.body.fields)
    }
    expect(await refused([{ question_id: 2147483647, kind: 'single', chosen: null }])).toEqual([
      'answers.0.question_id',
    ])
    expect(await refused([{ question_id: one?.question_id, kind: 'short', text: 'x' }])).toEqual([
      'answers.0.kind',
    ])
    expect(await refused([one, one])).toEqual(['answers.1.question_id'])
    expect(await refused([{ ...one, chosen: two?.chosen }])).toEqual(['answers.0'])
    expect((await topic('Core')).body.items[2]).toMatchObject({ attempts: 0, best_percent: null })
  })
})

describe('roll-up and home', () => {
  test('given a hundred articles, when all are completed at once, several times each, then counters equal rows', async () => {
    const many = Array.from({ length: 100 }, (_, index) => article(`A${index}`))
    course = await world.course({ sections: [{ title: 'S', topics: [{ title: 'T', items: many }] }] })
    await world.call(me, 'POST', `/courses/${course}/enrolment/`)
    detail = (await world.call<Detail>(me, 'GET', `/courses/${course}/`)).body
    const ids = topicOf(detail, 'T').items.map((item) => item.id)
    const replies = await Promise.all(
      [...ids, ...ids.slice(0, 50)].map((item) =>
        world.call<ProgressResult>(me, 'POST', `/items/${item}/complete/`),
      ),
    )
    expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([200]))
    // One after another: no two steps may report the same count. Of an item sent twice the write is whichever came first.
    const counted = replies.map((reply) => reply.body.course.completed_items)
    const counts = counted.slice(0, 100).map((count, index) => Math.min(count, counted[100 + index] ?? count))
    expect(Math.max(...counts)).toBe(100)
    const [rows] = await world.server.db.asSuperuser<{ rows: string; done: boolean }>(
      `select count(*) as rows, (select completed_at is not null from enrolment where user_id = $1 and course_id = $2) as done
       from item_progress where user_id = $1 and course_id = $2 and completed_at is not null`,
      [me, course],
    )
    expect([Number(rows?.rows), rows?.done]).toEqual([100, true])
    const standing = (await home()).courses.find((each) => each.course_id === course)
    expect(standing).toMatchObject({ completed_items: 100, percent: 100, state: 'completed' })
    expect(replies.filter((reply) => reply.body.course.state === 'completed').length).toBeGreaterThan(0)
    // The last of the hundred to be written saw all of them: exactly the writes after it report 100.
    expect(new Set(counts).size).toBe(100)
    // Control: a counter that is read and written back without waiting for each other loses some of as many writes.
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

  test('given steps through a course, when home is read after each, then it names the exact next item', async () => {
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
    await handIn(await answersFor(world.server, id('Check'), 5))
    expect(await next()).toBeUndefined()
    expect((await home()).overall).toEqual({
      enrolled_courses: 1,
      completed_courses: 1,
      completed_items: 5,
      total_items: 5,
      percent: 100,
    })
  })

  test('given two courses, when one is touched later, then it stands first; a left one is gone from home', async () => {
    const first = course
    await complete('Welcome')
    course = await world.course({ title: 'Second' })
    await world.call(me, 'POST', `/courses/${course}/enrolment/`)
    detail = (await world.call<Detail>(me, 'GET', `/courses/${course}/`)).body
    world.server.clock.advance(1000)
    await complete('Welcome')
    const order = async () => (await home()).continue_learning.map((each) => each.course_id)
    expect(await order()).toEqual([course, first])
    await world.call(me, 'DELETE', `/courses/${course}/enrolment/`)
    expect(await order()).toEqual([first])
    expect((await home()).overall.enrolled_courses).toBe(1)
  })

  test('given progress of one learner, when a classmate in the same course reads, then nothing of it shows', async () => {
    await world.call(world.classmate, 'POST', `/courses/${course}/enrolment/`)
    await complete('Welcome')
    await watch([[0, 20]], 20)
    const theirs = (await topic('Core', world.classmate)).body
    expect(theirs.items.map((item) => item.state)).toEqual(['not_started', 'not_started', 'not_started'])
    expect(theirs.items[1]).toMatchObject({ position_seconds: 0, watched_seconds: 0 })
    expect(theirs.course.percent).toBe(0)
  })

  test('given a second server process on the same database, when it answers, then it knows all that the first one did', async () => {
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
    const page = await call<TopicPage>(me, 'GET', `/courses/${course}/topics/${topicOf(detail, 'Core').id}/`)
    expect(page.body.course.percent).toBe(20)
    expect(page.body.items[1]).toMatchObject({ position_seconds: 17, watched_seconds: 20 })
    // And what the second one hears, the first one shows.
    await call(me, 'POST', `/items/${id('Read')}/complete/`)
    expect((await topic('Core')).body.items[0]?.state).toBe('completed')
    await app.close()
    await core.changes.stop()
  })
})
