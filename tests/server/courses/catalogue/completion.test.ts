import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Completion } from '#contract/courses/completion.ts'
import type { Moment } from '#contract/moments/moments.ts'
import { randomUUID } from 'node:crypto'
import { answersFor, itemOf, startWorld, type Detail, type World } from '#tests/server/courses/world.ts'

describe('what a learner did in a course', () => {
  let world: World
  beforeAll(async () => {
    world = await startWorld()
  })
  afterAll(() => world.server.close())

  const completionOf = (course: number, user = world.student) =>
    world.call<Completion>(user, 'GET', `/courses/${course}/completion/`)
  const enrolled = async () => {
    const course = await world.course({ objectives: ['Ask a table a question'] })
    await world.call(world.student, 'POST', `/courses/${course}/enrolment/`)
    const { body } = await world.call<Detail>(world.student, 'GET', `/courses/${course}/`)
    return { course, detail: body }
  }
  const finish = async (detail: Detail) => {
    for (const title of ['Welcome', 'Read', 'Goodbye'])
      await world.call(world.student, 'POST', `/items/${itemOf(detail, title).id}/complete/`)
    const quiz = itemOf(detail, 'Check').id
    await world.call(
      world.student,
      'POST',
      `/items/${quiz}/quiz-attempts/`,
      await answersFor(world.server, quiz, 4),
    )
    await world.server.db.asSuperuser(
      `insert into item_progress (client_id, user_id, item_id, course_id, first_at, last_at, completed_at)
       values (7, $1, $2, $3, now(), now(), now())`,
      [world.student, itemOf(detail, 'Watch').id, detail.id],
    )
  }

  test('answers with figures, objectives and another course once it is finished', async () => {
    const { course, detail } = await enrolled()
    const other = await world.course({ title: 'Another course' })
    expect((await completionOf(course)).body).toMatchObject({ state: 'not_started', completed_at: null })
    await finish(detail)
    const { status, body } = await completionOf(course)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      state: 'completed',
      percent: 100,
      lessons: 3,
      activities: 5,
      days: 1,
      quiz_percent: 80,
      objectives: ['Ask a table a question'],
    })
    expect(body.completed_at).not.toBeNull()
    expect(body.next?.course.id).toBe(other)
  })

  test('is closed to people who are not in the course', async () => {
    const { course } = await enrolled()
    expect((await completionOf(course, world.classmate)).status).toBe(403)
    expect((await completionOf(999_999)).status).toBe(404)
  })

  test('celebrates a lesson with the title in the language of the request', async () => {
    const { course, detail } = await enrolled()
    await world.call(world.student, 'POST', `/items/${itemOf(detail, 'Goodbye').id}/complete/`)
    const { body } = await world.call<{ moments: Moment[] }>(world.student, 'POST', '/student/moments/', {
      idempotency_key: randomUUID(),
    })
    expect(body.moments).toContainEqual(
      expect.objectContaining({ kind: 'lesson', course_id: course, title: 'Close' }),
    )
    expect(body.moments).toContainEqual(
      expect.objectContaining({ kind: 'section', course_id: course, title: 'End' }),
    )
    expect(body.moments.some((moment) => moment.kind === 'course' && moment.course_id === course)).toBe(false)
  })
})
