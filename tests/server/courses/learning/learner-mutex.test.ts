import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTurns } from '#server/features/courses/learning/learner-mutex.ts'
import { addPerson } from '#tests/support/server/people.ts'
import { article, CLIENT, startWorld, topicOf, type Detail, type World } from '../world.ts'

describe('turns', () => {
  it('given works of two keys, when one is held up and one fails, then those behind it go in order and the other key goes by', async () => {
    const inTurn = createTurns()
    const said: string[] = []
    let open = () => {}
    const held = new Promise<void>((resolve) => {
      open = resolve
    })
    const all = [
      inTurn('a', async () => {
        await held
        said.push('a1')
      }),
      inTurn('a', () => Promise.reject(new Error('a2 fails'))),
      inTurn('a', async () => void said.push('a3')),
    ]
    await inTurn('b', async () => void said.push('b1'))
    expect(said).toEqual(['b1'])
    open()
    expect((await Promise.allSettled(all)).map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
    ])
    expect(said).toEqual(['b1', 'a1', 'a3'])
  })
})

describe('a device that sends everything at once', () => {
  let world: World
  beforeAll(async () => {
    world = await startWorld()
  })
  afterAll(() => world.server.close())

  /** Enrolled, with the items of a course. */
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
  /** The most that wait at the same moment, looked at until the number stays. */
  const settledWaiting = async (atLeast: number) => {
    for (let tries = 0; tries < 200 && (await waitingForRows()) < atLeast; tries += 1) await sleep(20)
    await sleep(100)
    return waitingForRows()
  }

  it('given thirty writes of one learner who is held up, when another learner writes, then it is answered meanwhile and one connection waits; control: two held up learners are two', async () => {
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
