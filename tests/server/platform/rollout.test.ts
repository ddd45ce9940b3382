/** Features for many clients at once: seen before, done exactly for those, and kept by the server. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ClientInfo } from '#contract/client-info/client-info.ts'
import type { FeatureState, RolloutPreview, RolloutTarget } from '#contract/platform/rollout.ts'
import { addClient } from '#tests/support/server/people.ts'
import { createPlatformWorld, OTHER, OWN, type PlatformWorld } from './world.ts'

const MANY = Array.from({ length: 30 }, (_, index) => 100 + index)
let world: PlatformWorld
beforeAll(async () => {
  world = await createPlatformWorld()
  for (const id of MANY) await addClient(world.server.db, { id })
  await world.usageJob.look()
})
afterAll(() => world.close())

const body = (action: string, target: RolloutTarget) => ({ slug: 'job_portal', action, target })
const preview = async (action: string, target: RolloutTarget) =>
  (await world.call<RolloutPreview>('POST', 'rollout/preview/', body(action, target))).body
const apply = async (action: string, target: RolloutTarget) =>
  (await world.call<{ changed: number }>('POST', 'rollout/', body(action, target))).body.changed
const jobPortal = async () =>
  (await world.call<{ clients: number; features: FeatureState[] }>('GET', 'rollout/')).body.features.find(
    ({ slug }) => slug === 'job_portal',
  )
const idsOf = async (percent: number) =>
  (await preview('off', { kind: 'percent', percent })).clients.map(({ id }) => id)

describe('a rollout', () => {
  it('counts who has the feature', async () => {
    expect(await jobPortal()).toEqual({ slug: 'job_portal', area: 'student', on: 32, off: 0, forbidden: 0 })
  })

  it('shows whom it affects and changes nothing', async () => {
    expect(await preview('on', { kind: 'all' })).toEqual({
      ...{ affected: 0, people: 0, unchanged: 32, clients: [] },
    })
    const found = await preview('off', { kind: 'clients', ids: [OWN, OTHER, 999_999] })
    expect(found).toMatchObject({ affected: 2, people: 3, unchanged: 0 })
    expect(found.clients.map(({ id }) => id)).toEqual([OWN, OTHER])
    expect((await jobPortal())?.on).toBe(32)
  })

  it('has the clients of a smaller share in a larger one, and all in the whole', async () => {
    const [few, more, all] = [await idsOf(20), await idsOf(60), await idsOf(100)]
    expect(more).toEqual(expect.arrayContaining(few))
    expect(few.length).toBeLessThan(more.length)
    expect(all).toHaveLength(32)
    expect(await idsOf(20), 'always the same').toEqual(few)
  })

  it('switches the feature off for those at once, and a repeat changes nobody', async () => {
    const info = async () =>
      (
        await world.server.app.inject({
          url: `/api/clients/${OTHER}/client-info/`,
          headers: { authorization: `Bearer ${world.otherAdmin}` },
        })
      ).json<ClientInfo>()
    const has = async () => (await info()).features.some(({ slug }) => slug === 'job_portal')
    expect(await has()).toBe(true)
    expect(await apply('off', { kind: 'clients', ids: [OTHER] })).toBe(1)
    expect(await has()).toBe(false)
    expect(await apply('off', { kind: 'clients', ids: [OTHER] })).toBe(0)
    expect(await jobPortal()).toMatchObject({ on: 31, off: 1, forbidden: 0 })
    expect((await world.events(OTHER)).at(-1)).toMatchObject({
      action: 'clients.feature_off',
      actor_id: null,
    })
  })

  it('forbids it for a share, and on means theirs again', async () => {
    const share: RolloutTarget = { kind: 'percent', percent: 50 }
    const { affected } = await preview('forbid', share)
    expect(affected).toBeGreaterThan(5)
    expect(await apply('forbid', share)).toBe(affected)
    expect((await jobPortal())?.forbidden).toBe(affected)
    const before = (await world.events(OWN)).filter(({ action }) => action === 'platform.rollout').length
    expect(await apply('on', { kind: 'all' })).toBeGreaterThanOrEqual(affected)
    expect(await jobPortal()).toMatchObject({ on: 32, off: 0, forbidden: 0 })
    const told = (await world.events(OWN)).filter(({ action }) => action === 'platform.rollout')
    expect(told).toHaveLength(before + 1)
    expect(told.at(-1)).toMatchObject({ actor_id: world.superadmin, object: 'feature:job_portal' })
  })
})
