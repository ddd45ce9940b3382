import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createKeyedMutex } from '#server/features/courses/learning/learner-mutex.ts'
import { addPerson } from '#tests/support/server/people.ts'
import { article, CLIENT, startWorld, topicOf, type Detail, type World } from '../world.ts'

describe('keyed mutex', () => {
  it('runs one key in order despite a failure, and another key in parallel', async () => {
    const withMutex = createKeyedMutex()
    const log: string[] = []
    let unblock = () => {}
    const blocked = new Promise<void>((resolve) => {
      unblock = resolve
    })
    const tasks = [
      withMutex('a', async () => {
        await blocked
        log.push('a1')
      }),
      withMutex('a', () => Promise.reject(new Error('a2 fails'))),
      withMutex('a', async () => void log.push('a3')),
    ]
    await withMutex('b', async () => void log.push('b1'))
    expect(log).toEqual(['b1'])
    unblock()
    expect((await Promise.allSettled(tasks)).map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
    ])
    expect(log).toEqual(['b1', 'a1', 'a3'])
  })
})

describe('device that sends everything at once', () => {
  let world: World
  beforeAll(async () => {
    world = await startWorld()
  })
  afterAll(() => world.server.close())

  /** An enrolled learner. */
  const learnerIn = async (course: number, name: string) => {
    const person = await addPerson(world.server.db, { clientId: CLIENT, name })
    await world.call(person, 'POST', `/courses/${course}/enrolment/`)
    return person
  }
  const waitingForRows = async () => {
    const [row] = await world.server.db.asSuperuser<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity
       where datname = current_database() and application_name = 'lms' and wait_event_type = 'Lock'`,
    )
    return row?.count ?? 0
  }
  /** The number of waiting connections, once it is stable. */
  const settledWaiting = async (atLeast: number) => {
    for (let tries = 0; tries < 200 && (await waitingForRows()) < atLeast; tries += 1) await sleep(20)
    await sleep(100)
    return waitingForRows()
  }

  it('uses one connection per blocked learner, so that others are answered', async () => {
    const many = Array.from({ length: 30 }, (_, index) => article(`A${index}`))
    const course = await world.course({ sections: [{ title: 'S', topics: [{ title: 'T', items: many }] }] })
    const [busy, second, other] = [
      await learnerIn(course, 'Busy'),
      await learnerIn(course, 'Second'),
      await learnerIn(course, 'Other'),
    ]
    const { body } = await world.call<Detail>(busy, 'GET', `/courses/${course}/`)
    const ids = topicOf(body, 'T').items.map((item) => item.id)
    const writesOf = (person: number) => ids.map((id) => world.call(person, 'POST', `/items/${id}/complete/`))
    const holder = new pg.Client(world.server.db.superuser)
    await holder.connect()
    try {
      await holder.query('begin')
      await holder.query('select 1 from enrolment where user_id = any($1) for update', [[busy, second]])
      const held = writesOf(busy)
      expect(await settledWaiting(1)).toBe(1)
      expect((await world.call(other, 'POST', `/items/${ids[0]}/complete/`)).status).toBe(200)
      held.push(...writesOf(second))
      expect(await settledWaiting(2)).toBe(2)
      await holder.query('rollback')
      expect(new Set((await Promise.all(held)).map(({ status }) => status))).toEqual(new Set([200]))
    } finally {
      await holder.end()
    }
  })
})
