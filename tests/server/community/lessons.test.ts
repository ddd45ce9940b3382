import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Thread } from '#contract/community/community.ts'
import { addCourse } from '#server/features/courses/index.ts'
import { aNewCourse } from '#tests/support/content/courses.ts'
import { CLIENT, OTHER_CLIENT, startWorld, type ErrorReply, type ThreadsPage, type World } from './world.ts'

interface LessonIds {
  course: number
  topic: number
  item: number
}
interface Questions {
  count: number
  next: string | null
  results: {
    thread: Thread
    accepted_answer: { id: number; body: string; author: { name: string } } | null
  }[]
}

let world: World
let open: LessonIds
let draft: LessonIds
let foreign: LessonIds

const addLesson = (clientId: number, title: string, status: 'published' | 'draft'): Promise<LessonIds> =>
  world.server.core.db.withTenant(clientId, async (db) => {
    const course = await addCourse(
      db,
      clientId,
      aNewCourse({
        title,
        status,
        sections: [
          {
            title: 'One',
            topics: [
              { title: 'Loops', items: [{ type: 'article', title: 'Read', minutes: 2, html: '<p>x</p>' }] },
            ],
          },
        ],
      }),
    )
    const rows = await db
      .selectFrom('course_item')
      .select(['id', 'topic_id'])
      .where('client_id', '=', clientId)
      .where('course_id', '=', course)
      .execute()
    return { course, topic: rows[0]?.topic_id ?? 0, item: rows[0]?.id ?? 0 }
  })

beforeAll(async () => {
  world = await startWorld()
  open = await addLesson(CLIENT, 'Python', 'published')
  draft = await addLesson(CLIENT, 'Secret course', 'draft')
  foreign = await addLesson(OTHER_CLIENT, 'Elsewhere', 'published')
})
afterAll(() => world.server.close())

let asked = 0
const ask = (user: number, lesson: Partial<LessonIds> & Pick<LessonIds, 'course' | 'topic'>) => {
  asked += 1
  return world.call<Thread & ErrorReply>(user, 'POST', '/threads/', {
    title: `About a lesson ${asked}`,
    body: `<p>Why ${asked}?</p>`,
    tags: [],
    lesson: {
      course_id: lesson.course,
      topic_id: lesson.topic,
      ...(lesson.item ? { item_id: lesson.item } : {}),
    },
  })
}
const questions = (user: number, lesson: Pick<LessonIds, 'course' | 'topic'>, query = '') =>
  world.call<Questions>(user, 'GET', `/courses/${lesson.course}/topics/${lesson.topic}/threads/?${query}`)
const lessonOf = async (user: number, id: number) =>
  (await world.call<Thread>(user, 'GET', `/threads/${id}/`)).body.lesson

describe('question about a lesson', () => {
  test('shows the lesson everywhere and keeps it when edited', async () => {
    const lesson = {
      course_id: open.course,
      topic_id: open.topic,
      item_id: open.item,
      course_title: 'Python',
      topic_title: 'Loops',
    }
    const { status, body } = await ask(world.asha, open)
    expect([status, body.lesson]).toEqual([201, lesson])
    expect((await ask(world.asha, { course: open.course, topic: open.topic })).body.lesson).toEqual({
      ...lesson,
      item_id: null,
    })
    const edited = await world.call<Thread>(world.asha, 'PUT', `/threads/${body.id}/`, {
      title: 'Other words',
      body: '<p>y</p>',
      tags: [],
    })
    expect(edited.body.lesson).toEqual(lesson)
    const list = await world.call<ThreadsPage>(world.ben, 'GET', '/threads/')
    expect(list.body.results.find(({ id }) => id === body.id)?.lesson).toEqual(lesson)
    expect((await world.thread(world.asha)).lesson).toBeNull()
  })

  test('answers 422 naming the lesson when it is not visible to the author', async () => {
    const lessons = [
      { ...open, topic: draft.topic },
      { ...open, item: draft.item },
      { ...foreign },
      { course: 1_999_999_999, topic: 1_999_999_999 },
      { ...draft },
    ]
    for (const lesson of lessons) {
      const reply = await ask(world.asha, lesson)
      expect([reply.status, Object.keys(reply.body.fields ?? {})]).toEqual([422, ['lesson']])
    }
    expect((await ask(world.teacher, draft)).body.lesson?.course_title).toBe('Secret course')
  })

  test('shows a lesson of an unpublished course to staff only', async () => {
    const lesson = await addLesson(CLIENT, 'Soon hidden', 'published')
    const { body } = await ask(world.asha, lesson)
    await world.rows("update course set status = 'draft' where id = $1", [lesson.course])
    expect([
      await lessonOf(world.ben, body.id),
      (await lessonOf(world.teacher, body.id))?.course_title,
    ]).toEqual([null, 'Soon hidden'])
    expect((await questions(world.ben, lesson)).status).toBe(404)
    expect((await questions(world.teacher, lesson)).body.count).toBe(1)
  })

  test('stays without the lesson when topic or item is deleted', async () => {
    const lesson = await addLesson(CLIENT, 'Short-lived', 'published')
    const { body } = await ask(world.asha, lesson)
    await world.rows('delete from course_item where id = $1', [lesson.item])
    expect(await lessonOf(world.ben, body.id)).toMatchObject({ topic_id: lesson.topic, item_id: null })
    await world.rows('delete from course_topic where id = $1', [lesson.topic])
    expect(await lessonOf(world.ben, body.id)).toBeNull()
    await world.rows('delete from course where id = $1', [lesson.course])
    expect((await world.call(world.ben, 'GET', `/threads/${body.id}/`)).status).toBe(200)
  })
})

describe('questions of a lesson', () => {
  test('lists questions newest first with their accepted answers, in pages', async () => {
    const lesson = await addLesson(CLIENT, 'Asked about', 'published')
    const ids: number[] = []
    for (let index = 0; index < 3; index += 1) ids.push((await ask(world.asha, lesson)).body.id)
    const answer = await world.comment(world.ben, ids[1] ?? 0, '<p>Because @asha-rao-7</p>')
    await world.comment(world.ben, ids[1] ?? 0, '<p>Also</p>')
    await world.call(world.asha, 'POST', `/comments/${answer.id}/accept/`, { accepted: true })
    const { body } = await questions(world.ben, lesson)
    expect([body.count, body.results.map(({ thread }) => thread.id)]).toEqual([3, ids.toReversed()])
    expect(body.results.map(({ accepted_answer }) => accepted_answer)).toMatchObject([
      null,
      { id: answer.id, body: '<p>Because @asha-rao-7</p>', author: { name: 'Ben Okoro' } },
      null,
    ])
    const second = await questions(world.ben, lesson, 'page=2&page_size=2')
    expect([second.body.results.map(({ thread }) => thread.id), second.body.next]).toEqual([[ids[0]], null])
    await world.call(world.asha, 'DELETE', `/threads/${ids[2]}/`)
    expect((await questions(world.ben, lesson)).body.count).toBe(2)
  })

  test('answers 404 for a topic of another course or client', async () => {
    expect((await questions(world.ben, { course: draft.course, topic: open.topic })).status).toBe(404)
    expect((await questions(world.ben, foreign)).status).toBe(404)
  })
})
