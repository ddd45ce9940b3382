/** Closing courses of an overdue programme: a payment and the job may do it to the same person at once. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { TenantDb } from '#server/core/db/database.ts'
import { createOverdueJob } from '#server/features/money/programmes/overdue.job.ts'
import { CLIENT } from '../../courses/world.ts'
import { grantsOf, startProgrammeWorld, TOTAL, type ProgrammeWorld } from '../programme-world.ts'

const DAY_MS = 86_400_000

let world: ProgrammeWorld
beforeAll(async () => {
  world = await startProgrammeWorld()
})
afterAll(() => world.server.close())

const waitForLock = () =>
  vi.waitFor(async () => expect(await world.rows('select 1 from pg_locks where not granted')).not.toEqual([]))
const closedOf = (userId: number) =>
  world.rows('select from enrolment where user_id = $1 and read_only_since is not null', [userId])

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
    await waitForLock()
    // Whoever waits for the first course holds no later one.
    await db.withTenant(CLIENT, (tx) => lock(tx, userId, last))
  } finally {
    mayEnd.resolve()
    await Promise.all([holder, closing])
  }
  expect(await closedOf(userId)).toHaveLength(courseIds.length)
})

test('leaves the courses open of somebody whose payment commits while the job waits', async () => {
  const userId = await world.person()
  const checkout = await world.checkout(userId, TOTAL / 10, 'instalments')
  expect(await world.choose(userId, checkout, 'succeed')).toBe(200)
  world.server.clock.advance(60 * DAY_MS)
  const { core } = world.server
  const locked = Promise.withResolvers<void>()
  const mayCommit = Promise.withResolvers<void>()
  const payment = core.db.withTenant(CLIENT, async (tx) => {
    const { rows } = await sql<{ id: number }>`select id from programme_order
      where client_id = ${CLIENT} and user_id = ${userId} for update`.execute(tx)
    await sql`delete from programme_due where client_id = ${CLIENT} and order_id = ${rows[0]?.id}`.execute(tx)
    locked.resolve()
    await mayCommit.promise
  })
  await locked.promise
  const closing = createOverdueJob(core, grantsOf(core)).look()
  try {
    await waitForLock()
  } finally {
    mayCommit.resolve()
    await Promise.all([payment, closing])
  }
  expect(await closedOf(userId)).toEqual([])
})
