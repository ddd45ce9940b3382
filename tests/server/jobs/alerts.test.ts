import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { SavedFilters } from '#contract/jobs/jobs.ts'
import { createFeatures } from '#server/app.ts'
import { createJobAlertsJob } from '#server/features/jobs/index.ts'
import { notifier } from '#server/features/notifications/index.ts'
import { switchFeatures } from '#tests/support/server/people.ts'
import { featureSlugs } from '#contract/client-info/feature-slugs.ts'
import { CLIENT, startJobsWorld, type JobsWorld } from './world.ts'

const HOUR_MS = 3_600_000
let world: JobsWorld
let ann: number
let ben: number

beforeAll(async () => {
  world = await startJobsWorld()
  ann = world.people.ann
  ben = world.people.bob
})
afterAll(() => world.server.close())
beforeEach(() => world.server.db.asSuperuser('delete from saved_search; delete from notification'))

const runJob = () => {
  const { core } = world.server
  const { findTenant } = createFeatures(core).clients
  return createJobAlertsJob(core, { notifier: notifier(core), findTenant }).look()
}
const put = async (userId: number, filters: SavedFilters, hasAlerts: boolean, id = randomUUID()) => {
  const reply = await world.server.app.inject({
    method: 'PUT',
    url: `/api/clients/${CLIENT}/student/job-searches/${id}/`,
    headers: { authorization: `Bearer ${userId}` },
    payload: { filters, has_alerts: hasAlerts },
  })
  expect(reply.statusCode).toBe(200)
  return id
}
const post = async (title: string, more: object = {}) => {
  world.clock.advance(1000)
  const id = await world.add(
    { texts: { en: { title, location: 'Pune', description: 'Text.', benefits: [] } } },
    { state: 'open', postedAt: world.clock.now(), ...more },
  )
  world.clock.advance(1000)
  return id
}
const told = async (userId: number) =>
  (
    await world.server.db.asSuperuser<{ link: string }>(
      `select link from notification where kind = 'job_alert' and user_id = ${userId} order by link`,
    )
  ).map(({ link }) => link)

describe('alerts of saved searches', () => {
  it('tell once about each new job that matches, and about no other', async () => {
    await post('Welder before')
    await put(ann, { search: 'welder' }, true)
    await put(ben, { search: 'welder' }, false)
    const job = await post('Welder')
    await post('Baker')
    await post('Welder draft', { state: 'draft' })
    await runJob()
    await runJob()
    expect(await told(ann)).toEqual([`/jobs/${job}`])
    expect(await told(ben)).toEqual([])
  })

  it('come at most once a day for each search', async () => {
    await put(ann, { search: 'plumber' }, true)
    const first = await post('Plumber one')
    await runJob()
    const second = await post('Plumber two')
    world.clock.advance(HOUR_MS)
    await runJob()
    expect(await told(ann)).toEqual([`/jobs/${first}`])
    world.clock.advance(24 * HOUR_MS)
    await runJob()
    expect(await told(ann)).toEqual([`/jobs/${first}`, `/jobs/${second}`])
  })

  it('tell once about a job that two searches find, also when two servers look', async () => {
    await put(ann, { search: 'gardener' }, true)
    await put(ann, { location: 'pune' }, true)
    const job = await post('Gardener')
    await Promise.all([runJob(), runJob()])
    expect(await told(ann)).toEqual([`/jobs/${job}`])
  })

  it('stop with one call, and for clients without a job board', async () => {
    const id = await put(ann, { search: 'driver' }, true)
    await put(ann, { search: 'driver' }, false, id)
    await put(ben, { search: 'driver' }, true)
    await post('Driver')
    await switchFeatures(world.server.db, CLIENT, ['dashboard'])
    await world.server.core.db.withTenant(CLIENT, (db) =>
      world.server.core.changes.announce(db, { kind: 'client', clientId: CLIENT }),
    )
    await runJob()
    expect([await told(ann), await told(ben)]).toEqual([[], []])
    await switchFeatures(world.server.db, CLIENT, featureSlugs)
  })

  it('do not flood the bell for a broad search', async () => {
    await put(ann, { location: 'pune' }, true)
    for (let n = 0; n < 8; n += 1) await post(`Cook ${n}`)
    await runJob()
    expect(await told(ann)).toHaveLength(5)
  })
})
