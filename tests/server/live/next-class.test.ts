/** The home's next live class. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { featureSlugs } from '#contract/client-info/feature-slugs.ts'
import { getLearningHome, type LearningHome } from '#contract/courses/learning-home.ts'
import { pathFor } from '#contract/endpoint.ts'
import { switchFeatures } from '#tests/support/server/people.ts'
import { CLIENT, START, minutesFrom, startLiveWorld, type LiveWorld } from './world.ts'

let world: LiveWorld
beforeAll(async () => {
  world = await startLiveWorld()
})
afterAll(() => world.server.close())
beforeEach(async () => {
  world.clock.set(START)
  await world.server.db.asSuperuser('delete from live_session where client_id = $1', [CLIENT])
})

const nextOf = async (userId: number) => {
  const answer = await world.server.app.inject({
    url: pathFor(getLearningHome, { clientId: CLIENT }),
    headers: { authorization: `Bearer ${userId}` },
  })
  expect(answer.statusCode).toBe(200)
  return answer.json<LearningHome>().next_class
}

describe('next class of the home', () => {
  it('is the first session that is not over, also while it is under way', async () => {
    const { ann } = world.people
    await world.addSession({ starts_at: minutesFrom(-90), title: 'Over' })
    await world.addSession({ starts_at: minutesFrom(120), title: 'Later' })
    const id = await world.addSession({ starts_at: minutesFrom(-59), title: 'Under way' })
    expect(await nextOf(ann)).toEqual({
      id,
      title: 'Under way',
      starts_at: minutesFrom(-59).toISOString(),
      ends_at: minutesFrom(1).toISOString(),
    })
    world.clock.set(minutesFrom(1))
    expect(await nextOf(ann)).toMatchObject({ title: 'Later' })
  })

  it('leaves out what was cancelled or ended, and what is more than two days away', async () => {
    const { ann } = world.people
    await world.addSession({ cancelled_at: minutesFrom(-5) })
    await world.addSession({ starts_at: minutesFrom(-30), ended_at: minutesFrom(-5) })
    await world.addSession({ starts_at: minutesFrom(48 * 60 + 1) })
    expect(await nextOf(ann)).toBeNull()
    world.clock.set(minutesFrom(1))
    expect(await nextOf(ann)).not.toBeNull()
  })

  it('is told only to people who are invited, and to the host', async () => {
    const { ann, bob, host } = world.people
    await world.enrol(ann)
    await world.addSession({ audience: 'course', course_id: world.course })
    expect(await nextOf(ann)).toMatchObject({ title: 'Joins and keys' })
    expect(await nextOf(host)).toMatchObject({ title: 'Joins and keys' })
    expect(await nextOf(bob)).toBeNull()
  })

  it('stays away while live classes are switched off', async () => {
    const { ann } = world.people
    await world.addSession()
    const switchTo = async (features: Parameters<typeof switchFeatures>[2]) => {
      await switchFeatures(world.server.db, CLIENT, features)
      await world.server.core.db.withTenant(CLIENT, (db) =>
        world.server.core.changes.announce(db, { kind: 'client', clientId: CLIENT }),
      )
    }
    await switchTo(featureSlugs.filter((slug) => slug !== 'live_class'))
    expect(await nextOf(ann)).toBeNull()
    await switchTo(featureSlugs)
    expect(await nextOf(ann)).not.toBeNull()
  })
})
