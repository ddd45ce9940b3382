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

describe('the list of courses', () => {
  test('given a published course without texts of its own, when listed, then the title supplies them', async () => {
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

  test('given a draft, when a learner and a teacher ask, then only the teacher finds it, and neither in the list', async () => {
    const id = await world.course({ title: 'Draft of a course', status: 'draft' })
    const list = await world.call<Page>(world.teacher, 'GET', '/courses/?page_size=100')
    expect(list.body.results.map((course) => course.id)).not.toContain(id)
    expect((await world.call(world.student, 'GET', `/courses/${id}/`)).status).toBe(404)
    expect((await world.call(world.student, 'POST', `/courses/${id}/enrolment/`)).status).toBe(404)
    expect((await world.call(world.teacher, 'GET', `/courses/${id}/`)).status).toBe(200)
  })

  test('given filters, when listed, then words, difficulty and price narrow it, and pages link to each other', async () => {
    await world.course({ title: 'Python zebra one', difficulty: 'pro', price: 'premium' })
    await world.course({ title: 'Python zebra two', difficulty: 'pro' })
    await world.course({ title: 'Python zebra three' })
    const found = async (query: string) =>
      (await world.call<Page>(world.student, 'GET', `/courses/?${query}`)).body
    expect((await found('search=ZEBRA%20python')).count).toBe(3)
    expect((await found('search=zebra&difficulty=pro')).count).toBe(2)
    expect((await found('search=zebra&difficulty=pro&price=premium')).results[0]?.title).toBe(
      'Python zebra one',
    )
    const first = await found('search=zebra&page_size=2')
    expect(first).toMatchObject({ count: 3, previous: null })
    const second = await world.server.app.inject({
      url: first.next ?? '',
      headers: { authorization: `Bearer ${world.student}` },
    })
    expect(second.json<Page>().results).toHaveLength(1)
    expect(second.json<Page>()).toMatchObject({ next: null })
    expect(second.json<Page>().previous).toContain('page=1')
  })

  test('given a cached list, when a course is added, renamed by nobody else and enrolled in, then the next answer shows it', async () => {
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

  test('given an ETag, when asked again with it, then the answer is 304 without a body', async () => {
    const first = await world.call<Page>(world.student, 'GET', '/courses/')
    const reply = await world.server.app.inject({
      url: `/api/clients/${CLIENT}/courses/`,
      headers: { authorization: `Bearer ${world.student}`, 'if-none-match': String(first.headers['etag']) },
    })
    expect([reply.statusCode, reply.body]).toEqual([304, ''])
  })

  test.each(['page=0', 'page_size=101', 'difficulty=hardest', 'price=cheap'])(
    'given the bad query %s, when listed, then the field is named',
    async (query) => {
      const reply = await world.call<{ fields: object }>(world.student, 'GET', `/courses/?${query}`)
      expect(reply.status).toBe(422)
      expect(Object.keys(reply.body.fields)).toEqual([query.split('=')[0]])
    },
  )
})

describe('enrolment', () => {
  test('given a free course, when enrolled twice at once, then there is one enrolment and both hear of it', async () => {
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

  test('given an enrolment, when the detail is read, then a learner sees only the own id and staff see all', async () => {
    const id = await world.course()
    await world.call(world.student, 'POST', `/courses/${id}/enrolment/`)
    await world.call(world.classmate, 'POST', `/courses/${id}/enrolment/`)
    const seenBy = async (user: number) =>
      (await world.call<Detail>(user, 'GET', `/courses/${id}/`)).body.enrolled_students
    expect(await seenBy(world.student)).toEqual([world.student])
    expect(await seenBy(world.teacher)).toEqual([world.student, world.classmate])
  })

  test('given progress, when leaving and coming back, then it is kept', async () => {
    const id = await world.course()
    await world.call(world.student, 'POST', `/courses/${id}/enrolment/`)
    const detail = (await world.call<Detail>(world.student, 'GET', `/courses/${id}/`)).body
    const welcome = topicOf(detail, 'Preview').items[0]?.id
    await world.call(world.student, 'POST', `/items/${welcome}/complete/`)
    expect((await world.call(world.student, 'DELETE', `/courses/${id}/enrolment/`)).status).toBe(204)
    expect((await world.call(world.student, 'DELETE', `/courses/${id}/enrolment/`)).status).toBe(204)
    const away = (await world.call<Detail>(world.student, 'GET', `/courses/${id}/`)).body
    expect([away.progress, away.enrolled_students]).toEqual([null, []])
    const back = await world.call<CourseProgress>(world.student, 'POST', `/courses/${id}/enrolment/`)
    expect(back.body).toMatchObject({ completed_items: 1, total_items: 5, percent: 20, state: 'in_progress' })
  })

  test('given a premium course, when a learner enrols, then it is locked with a kind text; who had a place may return', async () => {
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
  test('given a course of another tenant, when asked for by id, then it is as absent as one that never was', async () => {
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
    'given the malformed id %s, when asked for, then it is not there',
    async (id) => {
      expect((await world.call(world.student, 'GET', `/courses/${id}/`)).status).toBe(404)
    },
  )
})
