import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ToGrade } from '#contract/grading/submissions.ts'
import type { Submission } from '#contract/problems/problems.ts'
import { CLIENT } from '#tests/server/courses/world.ts'
import { CRITERIA, startProblemWorld, type ProblemWorld } from '#tests/server/problems/world.ts'
import { addPerson } from '#tests/support/server/people.ts'

let world: ProblemWorld
let me: number
let learners = 0
beforeAll(async () => {
  world = await startProblemWorld()
})
afterAll(() => world.server.close())
beforeEach(async () => {
  learners += 1
  me = await world.learner(`Learner ${learners}`)
})

describe('grading', () => {
  const essay = (text: string) => world.submit(me, 'Essay', { answer: { kind: 'text', text } })
  const grade = (user: number, id: number, points: readonly number[], comment = '') =>
    world.call<Submission>(user, 'POST', `/admin/problem-submissions/${id}/grade/`, {
      marks: points.map((each, index) => ({
        criterion_id: CRITERIA[index],
        points: each,
        comment: 'Clear.',
      })),
      comment,
    })

  test('given a text, when handed in, then it waits; once graded the learner sees points and comments', async () => {
    const { body } = await essay('Because rows match.')
    expect(body.submission).toMatchObject({ state: 'waiting', points_earned: null })
    expect(body.progress.item.state).toBe('in_progress')
    const { body: work } = await world.call<ToGrade>(
      world.teacher,
      'GET',
      `/admin/problem-submissions/${body.submission.id}/`,
    )
    expect(work).toMatchObject({ item_title: 'Essay', learner: { id: me } })
    expect((await grade(world.teacher, body.submission.id, [5, 3], 'Well done.')).status).toBe(200)
    const own = await world.call<Submission>(me, 'GET', `/problem-submissions/${body.submission.id}/`)
    expect(own.body).toMatchObject({
      state: 'accepted',
      points_earned: 16,
      grade: { comment: 'Well done.', grader: 'Tara Teacher' },
    })
    expect((await world.page(me, 'Essay')).body.standing.solved).toBe(true)
  })

  test('given too few points, when graded, then it is not passed; graded anew it is', async () => {
    const { body } = await essay('Because rows match.')
    expect((await grade(world.teacher, body.submission.id, [3, 2])).body.state).toBe('failed')
    expect((await grade(world.teacher, body.submission.id, [4, 2])).body.state).toBe('accepted')
    // The learner hears of both, and not of the same grade again.
    await grade(world.teacher, body.submission.id, [4, 2])
    const told = await world.server.db.asSuperuser<{ points: number; link: string }>(
      `select (params ->> 'points')::int as points, link from notification
       where kind = 'graded' and dedupe_key like $1 order by id`,
      [`graded:${body.submission.id}:%`],
    )
    expect(told.map(({ points }) => points)).toEqual([10, 12])
    expect(told[0]?.link).toMatch(/^\/learn\/course\/\d+\/\d+$/)
  })

  test('given marks beyond the rubric, twice, or missing, when graded, then they are refused', async () => {
    const { body } = await essay('Because rows match.')
    expect((await grade(world.teacher, body.submission.id, [7, 2])).status).toBe(422)
    expect((await grade(world.teacher, body.submission.id, [3])).status).toBe(422)
  })

  test('given an instructor of other courses, when looking, then there is nothing; an admin sees it', async () => {
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

  test('given a newer answer, when the older one waited, then it is replaced and cannot be graded', async () => {
    const first = await essay('Because rows match.')
    await essay('Because all rows match.')
    expect((await grade(world.teacher, first.body.submission.id, [5, 3])).status).toBe(409)
  })

  test('given a learner who left, when graded, then the grade stands and no progress is written anew', async () => {
    const { body } = await essay('Because rows match.')
    await world.call(me, 'DELETE', `/courses/${world.detail.id}/enrolment/`)
    expect((await grade(world.teacher, body.submission.id, [6, 4])).body.state).toBe('accepted')
  })
})
