import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ToGrade } from '#contract/grading/submissions.ts'
import type { Submission } from '#contract/problems/problems.ts'
import { CLIENT } from '#tests/server/courses/world.ts'
import { CRITERIA, startProblemWorld, type ProblemWorld } from '#tests/server/problems/world.ts'
import { addPerson } from '#tests/support/server/people.ts'

let world: ProblemWorld
let learner: number
let learners = 0
beforeAll(async () => {
  world = await startProblemWorld()
})
afterAll(() => world.server.close())
beforeEach(async () => {
  learners += 1
  learner = await world.learner(`Learner ${learners}`)
})

describe('grading submissions', () => {
  const essay = (text: string) => world.submit(learner, 'Essay', { answer: { kind: 'text', text } })
  const grade = (user: number, id: number, points: readonly number[], comment = '') =>
    world.call<Submission>(user, 'POST', `/admin/problem-submissions/${id}/grade/`, {
      marks: points.map((each, index) => ({
        criterion_id: CRITERIA[index],
        points: each,
        comment: 'Clear.',
      })),
      comment,
    })

  test('shows points and comments to the learner once the submission is graded', async () => {
    const { body } = await essay('Because rows match.')
    expect(body.submission).toMatchObject({ state: 'waiting', points_earned: null })
    expect(body.progress.item.state).toBe('in_progress')
    const { body: toGrade } = await world.call<ToGrade>(
      world.teacher,
      'GET',
      `/admin/problem-submissions/${body.submission.id}/`,
    )
    expect(toGrade).toMatchObject({ item_title: 'Essay', learner: { id: learner } })
    expect((await grade(world.teacher, body.submission.id, [5, 3], 'Well done.')).status).toBe(200)
    const graded = await world.call<Submission>(learner, 'GET', `/problem-submissions/${body.submission.id}/`)
    expect(graded.body).toMatchObject({
      state: 'accepted',
      points_earned: 16,
      grade: { comment: 'Well done.', grader: 'Tara Teacher' },
    })
    expect((await world.page(learner, 'Essay')).body.standing.solved).toBe(true)
  })

  test('fails with too few points, and can be graded again', async () => {
    const { body } = await essay('Because rows match.')
    expect((await grade(world.teacher, body.submission.id, [3, 2])).body.state).toBe('failed')
    expect((await grade(world.teacher, body.submission.id, [4, 2])).body.state).toBe('accepted')
    // The learner is notified of both, but not of the same grade again.
    await grade(world.teacher, body.submission.id, [4, 2])
    const notifications = await world.server.db.asSuperuser<{ points: number; link: string }>(
      `select (params ->> 'points')::int as points, link from notification
       where kind = 'graded' and dedupe_key like $1 order by id`,
      [`graded:${body.submission.id}:%`],
    )
    expect(notifications.map(({ points }) => points)).toEqual([10, 12])
    expect(notifications[0]?.link).toMatch(/^\/learn\/course\/\d+\/\d+$/)
  })

  test('rejects marks above the rubric or missing', async () => {
    const { body } = await essay('Because rows match.')
    expect((await grade(world.teacher, body.submission.id, [7, 2])).status).toBe(422)
    expect((await grade(world.teacher, body.submission.id, [3])).status).toBe(422)
  })

  test('hides submissions from instructors of other courses; an admin sees them', async () => {
    const { body } = await essay('Because rows match.')
    const other = await addPerson(world.server.db, {
      clientId: CLIENT,
      name: 'Odd Teacher',
      role: 'instructor',
    })
    const admin = await addPerson(world.server.db, { clientId: CLIENT, name: 'Ada', role: 'admin' })
    const list = async (user: number) =>
      (
        await world.call<{ count: number; results: { id: number }[] }>(
          user,
          'GET',
          '/admin/problem-submissions/',
        )
      ).body
    expect(await list(other)).toMatchObject({ count: 0, results: [] })
    expect((await grade(other, body.submission.id, [5, 3])).status).toBe(404)
    expect((await list(admin)).results.map((each) => each.id)).toContain(body.submission.id)
    expect((await list(world.teacher)).results.map((each) => each.id)).toContain(body.submission.id)
  })

  test('rejects grading a submission that a newer answer replaced', async () => {
    const first = await essay('Because rows match.')
    await essay('Because all rows match.')
    expect((await grade(world.teacher, first.body.submission.id, [5, 3])).status).toBe(409)
  })

  test('grades the submission of a learner who left the course', async () => {
    const { body } = await essay('Because rows match.')
    await world.call(learner, 'DELETE', `/courses/${world.detail.id}/enrolment/`)
    expect((await grade(world.teacher, body.submission.id, [6, 4])).body.state).toBe('accepted')
  })
})
