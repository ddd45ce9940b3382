/** Seats that a programme gives: above the number of seats, and without waiting for others who are seated (rules: Money). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CLIENT } from '../../courses/world.ts'
import { grantsOf, startProgrammeWorld, type ProgrammeWorld } from '../programme-world.ts'

let world: ProgrammeWorld
beforeAll(async () => {
  world = await startProgrammeWorld()
})
afterAll(() => world.server.close())

const aCourse = async (capacity: number | null) => {
  const id = await world.course({ price: 'premium', title: 'Cohort' })
  await world.rows(
    `insert into course_offer (client_id, course_id, capacity, price_minor, currency) values ($1, $2, $3, 100, 'INR')`,
    [CLIENT, id, capacity],
  )
  return id
}

/** Opens courses for a person in a transaction that stays open until `finish`. */
const openSlowly = (userId: number, courseIds: readonly number[]) => {
  const { db, clock } = { db: world.server.core.db, clock: world.server.clock }
  const opened = Promise.withResolvers<void>()
  const mayCommit = Promise.withResolvers<void>()
  const committed = db.withTenant(CLIENT, async (tx) => {
    await grantsOf(world.server.core).openCourses(tx, CLIENT, { courseIds, userId, at: clock.now() })
    opened.resolve()
    await mayCommit.promise
  })
  return {
    opened: opened.promise,
    finish: async () => {
      mayCommit.resolve()
      await committed
    },
  }
}

test('seats people of a programme in limited courses at the same time, above the number', async () => {
  const courseIds = [await aCourse(1), await aCourse(null)]
  const [first, second] = [await world.person(), await world.person()]
  const one = openSlowly(first, courseIds)
  await one.opened
  const other = openSlowly(second, courseIds.toReversed())
  await other.opened
  await other.finish()
  await one.finish()
  expect(
    await world.rows(
      `select e.course_id, e.user_id, s.state from enrolment e
       left join course_seat s on s.client_id = e.client_id and s.course_id = e.course_id and s.user_id = e.user_id
       where e.course_id = any($1) order by 1, 2`,
      [courseIds],
    ),
  ).toEqual(
    courseIds
      .toSorted((a, b) => a - b)
      .flatMap((course_id) =>
        [first, second].map((user_id) => ({
          course_id,
          user_id,
          state: course_id === courseIds[0] ? 'confirmed' : null,
        })),
      ),
  )
})

test('seats become limited only after those who are being enrolled have committed', async () => {
  const course = await aCourse(null)
  const slow = openSlowly(await world.person(), [course])
  await slow.opened
  let isLimited = false
  const limiting = world
    .rows('select capacity from course_offer where client_id = $1 and course_id = $2 for update', [
      CLIENT,
      course,
    ])
    .then(() => {
      isLimited = true
    })
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(isLimited).toBe(false)
  await slow.finish()
  await limiting
})
