/** The kept numbers against a recount of their source tables, after random activity. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { getAdminDashboard, getLessonProgress } from '#contract/dashboard/dashboard.ts'
import type { listAtRisk } from '#contract/dashboard/at-risk.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { periodKinds } from '#contract/dashboard/rows.ts'
import { dayIn, shiftDay } from '#server/core/days.ts'
import { readSources, recount, recountLessons, recountRevenue, recountRisks } from './recount.ts'
import { createDashboardWorld, randomFrom, TODAY, type DashboardWorld } from './world.ts'

type Dashboard = ResponseOf<typeof getAdminDashboard>

const DAY_MS = 86_400_000
const ROUNDS = process.env['FULL'] === '1' ? 20 : 3
const STEPS = 60

let world: DashboardWorld
let courses: Awaited<ReturnType<DashboardWorld['course']>>[]
let learners: number[]
let assessments: number[]
const random = randomFrom(20)
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
const daysAgo = (days: number) => new Date(world.clock.now().getTime() - days * DAY_MS)

beforeAll(async () => {
  world = await createDashboardWorld()
  const { staff } = world
  courses = [
    await world.course('Taught by Teacher', staff.teacher),
    await world.course('Taught by Colleague', staff.colleague, 3),
    await world.course('With dates', staff.teacher, 2, daysAgo(30)),
  ]
  assessments = [await world.assessment(staff.teacher), await world.assessment(null)]
  learners = []
  for (let number = 0; number < 14; number += 1) learners.push(await world.person(`Learner ${number}`))
  for (const learner of learners)
    for (const { id } of courses) if (random() < 0.6) await world.enrol(learner, id, daysAgo(random() * 60))
})
afterAll(() => world.close())

/** One random thing that somebody does, as the features write it. */
const act = async (): Promise<void> => {
  const { db, clock } = world
  const [learner, course] = [pick(learners), pick(courses)]
  const isIn = async () =>
    (
      await db.asSuperuser('select from enrolment where client_id = 7 and user_id = $1 and course_id = $2', [
        learner,
        course.id,
      ])
    ).length > 0
  const what = random()
  // Also days of the past: a device that was offline sends them later.
  if (what < 0.3)
    return void (await world.studied(
      learner,
      shiftDay(TODAY, -Math.floor(random() ** 2 * 70)),
      60 + Math.floor(random() * 4000),
    ))
  if (what < 0.35) return void (await world.enrol(learner, course.id, daysAgo(random() * 60)))
  if (what < 0.65) {
    const lesson = pick(course.lessons)
    if (await isIn())
      await world.progress(learner, course.id, pick([lesson.article, lesson.quiz]), {
        done: random() < 0.6,
        at: daysAgo(random() < 0.5 ? 0 : random() * 0.003),
      })
    return
  }
  if (what < 0.7)
    return void (await db.asSuperuser(
      'update enrolment set completed_at = coalesce(completed_at, $3) where client_id = 7 and user_id = $1 and course_id = $2 and enrolled_at < $3',
      [learner, course.id, clock.now()],
    ))
  if (what < 0.73)
    return void (await db.asSuperuser(
      'update enrolment set left_at = $3 where client_id = 7 and user_id = $1 and course_id = $2',
      [learner, course.id, clock.now()],
    ))
  if (what < 0.8) {
    const number = Math.floor(random() * 1e9) + 1
    return void (await world.attempt(pick(assessments), learner, number, {
      at: daysAgo(random() * 50),
      percent: Math.round(random() * 100),
    }))
  }
  if (what < 0.92) {
    const session = await world.held(course.id, daysAgo(random() * 50))
    for (const each of learners.slice(0, 5))
      await world.mark(session, each, pick(['present', 'late', 'absent', 'excused', 'absent']))
    return
  }
  if (what < 0.95)
    return world.sold(learner, course.id, 1000 + Math.floor(random() * 9000), daysAgo(random() * 60))
  if (what < 0.97)
    return void (await db.asSuperuser(
      'update app_user set disabled_at = case when disabled_at is null then $2::timestamptz end where id = $1',
      [learner, clock.now()],
    ))
  // A teacher comes to a course or goes.
  const gone = await db.asSuperuser(
    'delete from course_instructor where client_id = 7 and course_id = $1 and user_id = $2 returning 1',
    [courses[1]!.id, world.staff.teacher],
  )
  if (gone.length === 0)
    await db.asSuperuser('insert into course_instructor (client_id, course_id, user_id) values (7, $1, $2)', [
      courses[1]!.id,
      world.staff.teacher,
    ])
}

const viewers = () => [
  { userId: world.staff.admin, teacher: null },
  { userId: world.staff.teacher, teacher: world.staff.teacher },
  { userId: world.staff.colleague, teacher: world.staff.colleague },
]

const somePeriods = () => [
  { from: shiftDay(TODAY, -6), to: TODAY },
  { from: shiftDay(TODAY, -29), to: TODAY },
  ...[1, 2, 3].map(() => {
    const from = Math.floor(random() * 80)
    return { from: shiftDay(TODAY, -from), to: shiftDay(TODAY, -Math.floor(random() * (from + 1))) }
  }),
]

describe('the numbers of the dashboard', () => {
  it('equal a recount of the source tables after every count, for every viewer and any period', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      for (let step = 0; step < STEPS; step += 1) await act()
      expect(await world.count()).toBe(1)
      const sources = await readSources(world)
      for (const { userId, teacher } of viewers())
        for (const period of somePeriods()) {
          const { body } = await world.call<Dashboard>(userId, `?from=${period.from}&to=${period.to}`)
          expect({ round, teacher, period, ...body.now }).toEqual({
            round,
            teacher,
            period,
            ...recount(sources, teacher, period),
          })
          expect(body.before).toEqual(recount(sources, teacher, body.former))
          for (const step of body.steps) {
            const {
              active,
              study_seconds: seconds,
              joined,
              enrolled,
              completed,
            } = recount(sources, teacher, step)
            expect(step).toMatchObject({ active, study_seconds: seconds, joined, enrolled, completed })
          }
          const revenue = body.revenue?.map(({ sold_minor: minor }) => minor) ?? []
          expect(revenue.reduce((sum, minor) => sum + minor, 0)).toBe(
            teacher === null ? recountRevenue(sources, period) : 0,
          )
        }
    }
  }, 60_000)

  it('lists as many rows behind each number as the number says', async () => {
    const period = { from: shiftDay(TODAY, -29), to: TODAY }
    for (const { userId, teacher } of viewers()) {
      const { now } = (await world.call<Dashboard>(userId, `?from=${period.from}&to=${period.to}`)).body
      const numbers = { ...now, attendance: now.held }
      for (const kind of periodKinds.filter((each) => each !== 'revenue')) {
        const { body } = await world.call<{ count: number; results: unknown[] }>(
          userId,
          `rows/?kind=${kind}&from=${period.from}&to=${period.to}&page_size=100`,
        )
        expect({ teacher, kind, count: body.count }).toEqual({ teacher, kind, count: numbers[kind] })
        expect(body.results).toHaveLength(Math.min(100, body.count))
      }
    }
  })

  it('count who came and who stopped at each lesson in any period, with the same rows', async () => {
    await world.count(60 * 24 * 15)
    const sources = await readSources(world)
    const now = world.clock.now()
    const today = dayIn('Asia/Kolkata', now)
    const sums = { arrived: 0, stopped: 0, before: 0 }
    for (const { id } of courses)
      for (const days of [1, 7, 30, 90]) {
        const period = { from: shiftDay(today, 1 - days), to: today }
        const { body } = await world.call<ResponseOf<typeof getLessonProgress>>(
          world.staff.admin,
          `courses/${id}/lessons/?from=${period.from}&to=${period.to}`,
        )
        const counted = body.lessons.map(({ id: lesson, reached, arrived, stopped }) => ({
          id: lesson,
          reached,
          arrived,
          stopped,
        }))
        expect(counted).toEqual(recountLessons(sources, id, { now, ...period }))
        expect(body.lessons.map((each) => [each.arrived_before, each.stopped_before])).toEqual(
          recountLessons(sources, id, { now, ...body.former }).map((each) => [each.arrived, each.stopped]),
        )
        for (const { id: lesson, ...numbers } of counted)
          for (const kind of ['reached', 'arrived', 'stopped'] as const) {
            const rows = await world.call<{ count: number }>(
              world.staff.admin,
              `rows/?kind=${kind}&course=${id}&lesson=${lesson}&from=${period.from}&to=${period.to}`,
            )
            expect({ kind, days, count: rows.body.count }).toEqual({ kind, days, count: numbers[kind] })
          }
        for (const each of body.lessons) {
          sums.arrived += each.arrived
          sums.stopped += each.stopped
          sums.before += each.arrived_before + each.stopped_before
        }
      }
    // Otherwise the comparison would be one of nothing with nothing.
    expect(Math.min(...Object.values(sums))).toBeGreaterThan(3)
  })

  it('find the learners at risk that a recount finds, with their reasons', async () => {
    const [first, second] = [courses[0]!, courses[1]!]
    const lena = await world.person('Lena Late')
    for (const { id } of [first, second]) await world.enrol(lena, id, daysAgo(20))
    for (const { quiz } of first.lessons.slice(0, 2))
      await world.progress(lena, first.id, quiz, { done: false })
    // Five who took four days each make the pace of the second course.
    for (let number = 0; number < 5; number += 1) {
      const quick = await world.person(`Quick ${number}`)
      await world.enrol(quick, second.id, daysAgo(40))
      await world.db.asSuperuser(
        'update enrolment set completed_at = $2 where client_id = 7 and user_id = $1',
        [quick, daysAgo(36)],
      )
    }
    await world.count()
    const sources = await readSources(world)
    const kinds = new Set<string>()
    for (const { userId, teacher } of viewers()) {
      const { body } = await world.call<ResponseOf<typeof listAtRisk>>(userId, 'at-risk/?page_size=100')
      const found = body.results.flatMap(({ id, reasons }) =>
        reasons.map(({ reason, course }) => `${id}: ${reason}/${course?.id ?? null}`),
      )
      for (const { reasons } of body.results) for (const { reason } of reasons) kinds.add(reason)
      expect({ teacher, found: found.toSorted() }).toEqual({
        teacher,
        found: recountRisks(sources, teacher, world.clock.now()),
      })
      expect(body.count).toBe(body.results.length)
    }
    // Otherwise the comparison would be one of nothing with nothing.
    expect([...kinds].toSorted()).toEqual(['attendance', 'behind', 'inactive', 'quizzes'])
    const ofLena = recountRisks(sources, null, world.clock.now()).filter((each) =>
      each.startsWith(`${lena}:`),
    )
    expect(ofLena).toEqual([
      `${lena}: behind/${second.id}`,
      `${lena}: inactive/null`,
      `${lena}: quizzes/${first.id}`,
    ])
  })

  it('control: a row that the job has not counted makes them differ', async () => {
    await world.studied(learners[0]!, TODAY, 999)
    const sources = await readSources(world)
    const period = { from: TODAY, to: TODAY }
    const { body } = await world.call<Dashboard>(world.staff.admin, `?from=${period.from}&to=${period.to}`)
    expect(body.now.study_seconds).not.toBe(recount(sources, null, period).study_seconds)
  })
})
