/** Closing courses of an overdue programme: a payment and the job may do it to the same person at once. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { TenantDb } from '#server/core/db/database.ts'
import { CLIENT } from '../../courses/world.ts'
import { grantsOf, startProgrammeWorld, type ProgrammeWorld } from '../programme-world.ts'

let world: ProgrammeWorld
beforeAll(async () => {
  world = await startProgrammeWorld()
})
afterAll(() => world.server.close())

const lock = (tx: TenantDb, userId: number, courseId: number) =>
  sql`select from enrolment where client_id = ${CLIENT} and user_id = ${userId} and course_id = ${courseId}
    for update nowait`.execute(tx)

test('locks the courses of a person in one order, so that two of them never deadlock', async () => {
  const userId = await world.person()
  const { db } = world.server.core
  const at = world.server.clock.now()
  const courseIds = world.courses.toSorted((a, b) => a - b)
  const [first = 0, last = 0] = [courseIds[0], courseIds.at(-1)]
  await db.withTenant(CLIENT, (tx) =>
    grantsOf(world.server.core).openCourses(tx, CLIENT, { courseIds, userId, at }),
  )
  const locked = Promise.withResolvers<void>()
  const mayEnd = Promise.withResolvers<void>()
  const holder = db.withTenant(CLIENT, async (tx) => {
    await lock(tx, userId, first)
    locked.resolve()
    await mayEnd.promise
  })
  await locked.promise
  const seats = courseIds.toReversed().map((courseId) => ({ userId, courseId, isReadOnly: true }))
  const closing = db.withTenant(CLIENT, (tx) =>
    grantsOf(world.server.core).setReadOnly(tx, CLIENT, seats, at),
  )
  try {
    await vi.waitFor(async () =>
      expect(await world.rows('select 1 from pg_locks where not granted')).not.toEqual([]),
    )
    // Whoever waits for the first course holds no later one.
    await db.withTenant(CLIENT, (tx) => lock(tx, userId, last))
  } finally {
    mayEnd.resolve()
    await Promise.all([holder, closing])
  }
  expect(
    await world.rows('select from enrolment where user_id = $1 and read_only_since is not null', [userId]),
  ).toHaveLength(courseIds.length)
})
