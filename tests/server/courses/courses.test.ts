import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CourseProgress, CourseSummary } from '#contract/courses/shapes.ts'
import { CLIENT, OTHER_CLIENT, startWorld, topicOf, type Detail, type World } from './world.ts'

interface Page {
  count: number
  next: string | null
  previous: string | null
  results: CourseSummary[]
}

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.server.close())

describe('course list', () => {
  test('fills missing texts by title', async () => {
    const id = await world.course({ title: 'SQL for the Curious' })
    const { status, body } = await world.call<Page>(world.student, 'GET', '/courses/?page_size=100')
    expect(status).toBe(200)
    const course = body.results.find((each) => each.id === id)
    expect(course).toMatchObject({
      instructor: 'Tara Teacher',
      lessons: 3,
      duration_minutes: 10,
      rating: 0,
      content_types: ['article', 'quiz', 'video'],
      enrolled_students: [],
    })
    expect(course?.tags).toContain('sql')
    expect(course?.description).toContain('SELECT')
  })

  test('shows a draft only to staff, and never in the list', async () => {
    const id = await world.course({ title: 'Draft of a course', status: 'draft' })
    const list = await world.call<Page>(world.teacher, 'GET', '/courses/?page_size=100')
    expect(list.body.results.map((course) => course.id)).not.toContain(id)
    expect((await world.call(world.student, 'GET', `/courses/${id}/`)).status).toBe(404)
    expect((await world.call(world.student, 'POST', `/courses/${id}/enrolment/`)).status).toBe(404)
    expect((await world.call(world.teacher, 'GET', `/courses/${id}/`)).status).toBe(200)
  })

  test('narrows by search, difficulty and price, and links pages', async () => {
    await world.course({ title: 'Python zebra one', difficulty: 'pro', price: 'premium' })
    await world.course({ title: 'Python zebra two', difficulty: 'pro' })
    await world.course({ title: 'Python zebra three' })
    const listWith = async (query: string) =>
      (await world.call<Page>(world.student, 'GET', `/courses/?${query}`)).body
    expect((await listWith('search=ZEBRA%20python')).count).toBe(3)
    expect((await listWith('search=zebra&difficulty=pro')).count).toBe(2)
    expect((await listWith('search=zebra&difficulty=pro&price=premium')).results[0]?.title).toBe(
      'Python zebra one',
    )
    const first = await listWith('search=zebra&page_size=2')
    expect(first).toMatchObject({ count: 3, previous: null })
    const second = await world.server.app.inject({
      url: first.next ?? '',
      headers: { authorization: `Bearer ${world.student}` },
    })
    expect(second.json<Page>().results).toHaveLength(1)
    expect(second.json<Page>()).toMatchObject({ next: null })
    expect(second.json<Page>().previous).toContain('page=1')
  })

  test('updates the cached list after a new course and an enrolment', async () => {
    const before = await world.call<Page>(world.student, 'GET', '/courses/?page_size=100')
    const again = await world.call<Page>(world.classmate, 'GET', '/courses/?page_size=100')
    expect(again.headers['etag']).toBe(before.headers['etag'])
    const id = await world.course({ title: 'Fresh course' })
    const after = await world.call<Page>(world.student, 'GET', '/courses/?page_size=100')
    expect(after.body.count).toBe(before.body.count + 1)
    await world.call(world.student, 'POST', `/courses/${id}/enrolment/`)
    const enrolled = await world.call<Page>(world.classmate, 'GET', '/courses/?page_size=100')
    expect(enrolled.body.results.find((course) => course.id === id)?.students).toBe(1)
    expect(JSON.stringify(enrolled.body)).toContain('"enrolled_students":[]')
  })

  test('answers 304 without a body for a current ETag', async () => {
    const first = await world.call<Page>(world.student, 'GET', '/courses/')
    const reply = await world.server.app.inject({
      url: `/api/clients/${CLIENT}/courses/`,
      headers: { authorization: `Bearer ${world.student}`, 'if-none-match': String(first.headers['etag']) },
    })
    expect([reply.statusCode, reply.body]).toEqual([304, ''])
  })

  test.each(['page=0', 'page_size=101', 'difficulty=hardest', 'price=cheap'])(
    'names the field of the invalid query %s',
    async (query) => {
      const reply = await world.call<{ fields: object }>(world.student, 'GET', `/courses/?${query}`)
      expect(reply.status).toBe(422)
      expect(Object.keys(reply.body.fields)).toEqual([query.split('=')[0]])
    },
  )
})

describe('enrolment', () => {
  test('enrols once for concurrent calls', async () => {
    const id = await world.course()
    const replies = await Promise.all(
      Array.from({ length: 8 }, () =>
        world.call<CourseProgress>(world.student, 'POST', `/courses/${id}/enrolment/`),
      ),
    )
    expect(replies.map((reply) => reply.status)).toEqual(Array(8).fill(201))
    expect(new Set(replies.map((reply) => reply.body.enrolled_at)).size).toBe(1)
    const rows = await world.server.db.asSuperuser('select 1 from enrolment where course_id = $1', [id])
    expect(rows).toHaveLength(1)
  })

  test('shows learners only their own id and staff all ids', async () => {
    const id = await world.course()
    await world.call(world.student, 'POST', `/courses/${id}/enrolment/`)
    await world.call(world.classmate, 'POST', `/courses/${id}/enrolment/`)
    const seenBy = async (user: number) =>
      (await world.call<Detail>(user, 'GET', `/courses/${id}/`)).body.enrolled_students
    expect(await seenBy(world.student)).toEqual([world.student])
    expect(await seenBy(world.teacher)).toEqual([world.student, world.classmate])
  })

  test('keeps progress when a learner leaves and returns', async () => {
    const id = await world.course()
    await world.call(world.student, 'POST', `/courses/${id}/enrolment/`)
    const detail = (await world.call<Detail>(world.student, 'GET', `/courses/${id}/`)).body
    const welcome = topicOf(detail, 'Preview').items[0]?.id
    await world.call(world.student, 'POST', `/items/${welcome}/complete/`)
    expect((await world.call(world.student, 'DELETE', `/courses/${id}/enrolment/`)).status).toBe(204)
    expect((await world.call(world.student, 'DELETE', `/courses/${id}/enrolment/`)).status).toBe(204)
    const afterLeaving = (await world.call<Detail>(world.student, 'GET', `/courses/${id}/`)).body
    expect([afterLeaving.progress, afterLeaving.enrolled_students]).toEqual([null, []])
    const returned = await world.call<CourseProgress>(world.student, 'POST', `/courses/${id}/enrolment/`)
    expect(returned.body).toMatchObject({
      completed_items: 1,
      total_items: 5,
      percent: 20,
      state: 'in_progress',
    })
  })

  test('locks a premium course, except for learners who were enrolled before', async () => {
    const id = await world.course({ price: 'premium' })
    const refused = await world.call<{ code: string; detail: string }>(
      world.student,
      'POST',
      `/courses/${id}/enrolment/`,
    )
    expect([refused.status, refused.body.code]).toEqual([403, 'locked_content'])
    expect(refused.body.detail).toContain('Book your seat')
    await world.server.db.asSuperuser(
      'insert into enrolment (client_id, user_id, course_id, left_at) values ($1, $2, $3, now())',
      [CLIENT, world.classmate, id],
    )
    expect((await world.call(world.classmate, 'POST', `/courses/${id}/enrolment/`)).status).toBe(201)
  })
})

describe('tenants', () => {
  test('hides courses of other tenants like unknown ones', async () => {
    const foreign = await world.course({ title: 'Foreign' }, OTHER_CLIENT)
    const without = (body: Record<string, unknown>) => ({ ...body, request_id: null })
    const [a, b] = [
      await world.call<Record<string, unknown>>(world.student, 'GET', `/courses/${foreign}/`),
      await world.call<Record<string, unknown>>(world.student, 'GET', '/courses/2147483647/'),
    ]
    expect([a.status, without(a.body)]).toEqual([404, without(b.body)])
    expect((await world.call(world.student, 'POST', `/courses/${foreign}/enrolment/`)).status).toBe(404)
  })

  test.each(['0', '-1', '1.5', 'abc', '99999999999', '%00'])(
    'answers 404 for the malformed id %s',
    async (id) => {
      expect((await world.call(world.student, 'GET', `/courses/${id}/`)).status).toBe(404)
    },
  )
})
