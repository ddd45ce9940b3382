import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Thread } from '#contract/community/community.ts'
import { addCourse } from '#server/features/courses/index.ts'
import { aNewCourse } from '#tests/support/content/courses.ts'
import { CLIENT, OTHER_CLIENT, startWorld, type ErrorReply, type ThreadsPage, type World } from './world.ts'

interface Place {
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
let open: Place
let draft: Place
let foreign: Place

const addPlace = (clientId: number, title: string, status: 'published' | 'draft'): Promise<Place> =>
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
  open = await addPlace(CLIENT, 'Python', 'published')
  draft = await addPlace(CLIENT, 'Secret course', 'draft')
  foreign = await addPlace(OTHER_CLIENT, 'Elsewhere', 'published')
})
afterAll(() => world.server.close())

let made = 0
const ask = (user: number, place: Partial<Place> & Pick<Place, 'course' | 'topic'>) => {
  made += 1
  return world.call<Thread & ErrorReply>(user, 'POST', '/threads/', {
    title: `About a lesson ${made}`,
    body: `<p>Why ${made}?</p>`,
    tags: [],
    lesson: {
      course_id: place.course,
      topic_id: place.topic,
      ...(place.item ? { item_id: place.item } : {}),
    },
  })
}
const questions = (user: number, place: Pick<Place, 'course' | 'topic'>, query = '') =>
  world.call<Questions>(user, 'GET', `/courses/${place.course}/topics/${place.topic}/threads/?${query}`)
const read = async (user: number, id: number) =>
  (await world.call<Thread>(user, 'GET', `/threads/${id}/`)).body.lesson

describe('a question about a lesson', () => {
  test('given a topic, and an item in it, when asked, then the thread says so everywhere and keeps it when edited', async () => {
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

  test('given places that are not there for the asker, when asked, then 422 names the lesson', async () => {
    const places = [
      { ...open, topic: draft.topic },
      { ...open, item: draft.item },
      { ...foreign },
      { course: 1_999_999_999, topic: 1_999_999_999 },
      { ...draft },
    ]
    for (const place of places) {
      const reply = await ask(world.asha, place)
      expect([reply.status, Object.keys(reply.body.fields ?? {})]).toEqual([422, ['lesson']])
    }
    expect((await ask(world.teacher, draft)).body.lesson?.course_title).toBe('Secret course')
  })

  test('given a course taken back to a draft, when read, then staff sees its name and nobody else', async () => {
    const place = await addPlace(CLIENT, 'Soon hidden', 'published')
    const { body } = await ask(world.asha, place)
    await world.rows("update course set status = 'draft' where id = $1", [place.course])
    expect([await read(world.ben, body.id), (await read(world.teacher, body.id))?.course_title]).toEqual([
      null,
      'Soon hidden',
    ])
    expect((await questions(world.ben, place)).status).toBe(404)
    expect((await questions(world.teacher, place)).body.count).toBe(1)
  })

  test('given a topic or an item deleted, when read, then the question stays without it', async () => {
    const place = await addPlace(CLIENT, 'Short-lived', 'published')
    const { body } = await ask(world.asha, place)
    await world.rows('delete from course_item where id = $1', [place.item])
    expect(await read(world.ben, body.id)).toMatchObject({ topic_id: place.topic, item_id: null })
    await world.rows('delete from course_topic where id = $1', [place.topic])
    expect(await read(world.ben, body.id)).toBeNull()
    await world.rows('delete from course where id = $1', [place.course])
    expect((await world.call(world.ben, 'GET', `/threads/${body.id}/`)).status).toBe(200)
  })
})

describe('the questions of a lesson', () => {
  test('given questions, one with an accepted answer, when read, then newest first, each with its answer, paged', async () => {
    const place = await addPlace(CLIENT, 'Asked about', 'published')
    const ids: number[] = []
    for (let at = 0; at < 3; at += 1) ids.push((await ask(world.asha, place)).body.id)
    const answer = await world.comment(world.ben, ids[1] ?? 0, '<p>Because @asha-rao-7</p>')
    await world.comment(world.ben, ids[1] ?? 0, '<p>Also</p>')
    await world.call(world.asha, 'POST', `/comments/${answer.id}/accept/`, { accepted: true })
    const { body } = await questions(world.ben, place)
    expect([body.count, body.results.map(({ thread }) => thread.id)]).toEqual([3, ids.toReversed()])
    expect(body.results.map(({ accepted_answer }) => accepted_answer)).toMatchObject([
      null,
      { id: answer.id, body: '<p>Because @asha-rao-7</p>', author: { name: 'Ben Okoro' } },
      null,
    ])
    const second = await questions(world.ben, place, 'page=2&page_size=2')
    expect([second.body.results.map(({ thread }) => thread.id), second.body.next]).toEqual([[ids[0]], null])
    await world.call(world.asha, 'DELETE', `/threads/${ids[2]}/`)
    expect((await questions(world.ben, place)).body.count).toBe(2)
  })

  test('given a topic of another course or client, when asked for, then 404', async () => {
    expect((await questions(world.ben, { course: draft.course, topic: open.topic })).status).toBe(404)
    expect((await questions(world.ben, foreign)).status).toBe(404)
  })
})
