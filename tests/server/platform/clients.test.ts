/** TE1, TE12: superadmins see, create, switch and limit clients; nobody else does. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PlatformClient } from '#contract/platform/clients.ts'
import { addPerson } from '#tests/support/server/people.ts'
import { createPlatformWorld, NO_LIMITS, OTHER, OWN, type PlatformWorld } from './world.ts'

let world: PlatformWorld
beforeAll(async () => {
  world = await createPlatformWorld()
})
afterAll(() => world.close())

const publicInfo = async (clientId: number) =>
  world.server.app.inject(`/api/clients/${clientId}/public-info/`)

describe('the list of clients', () => {
  it('is for superadmins alone', async () => {
    for (const by of [world.admin, world.otherAdmin])
      expect((await world.call('GET', 'clients/', undefined, by)).status).not.toBe(200)
    expect((await world.call('GET', 'clients/', undefined, world.admin)).status).toBe(403)
    expect((await world.list()).results.map(({ id, is_own: isOwn }) => [id, isOwn])).toEqual([
      [OWN, true],
      [OTHER, false],
    ])
  })

  it('shows what the job has counted, and when', async () => {
    expect((await world.list()).results[0]?.usage).toMatchObject({ people: 0, counted_at: null })
    const [person] = await world.server.db.asSuperuser<{ id: number }>(
      'select id from app_user where client_id = $1 limit 1',
      [OTHER],
    )
    await addPerson(world.server.db, { clientId: OTHER, name: 'Gone Away' })
    await world.server.db.asSuperuser(`update app_user set disabled_at = now() where full_name = 'Gone Away'`)
    await world.server.core.db.withTenant(OTHER, (db) =>
      world.server.core.outbox.add(db, {
        ...{ to: 'a@b.test', channel: 'email', language: 'en', subject: 'Hi', text: 'Hi', html: null },
      }),
    )
    await world.server.db.asSuperuser(
      `insert into user_session (client_id, id, user_id, cur_hash, rotated_at, idle_expires_at, absolute_expires_at,
         device, network, user_agent, created_at, last_seen_at)
       values ($1, gen_random_uuid(), $2, '', now(), now(), now(), '', '', '', now(), '2026-11-19T08:00:00Z')`,
      [OTHER, person?.id],
    )
    await world.usageJob.look()
    const [, other] = (await world.list()).results
    expect(other?.usage).toEqual({
      people: 1,
      storage_bytes: 0,
      mails: 1,
      last_active_at: '2026-11-19T08:00:00.000Z',
      counted_at: world.clock.now().toISOString(),
    })
    world.clock.advance(15 * 86_400_000)
    await world.usageJob.look()
    expect((await world.list()).results[1]?.usage.mails, 'a new month').toBe(0)
  })

  it('is searched, filtered and ordered', async () => {
    const ids = async (query: string) => (await world.list(query)).results.map(({ id }) => id)
    expect(await ids('?search=client-8')).toEqual([OTHER])
    expect(await ids('?search=%25')).toEqual([])
    expect(await ids('?state=off')).toEqual([])
    expect(await ids('?order=people')).toEqual([OWN, OTHER])
    await world.limit(OTHER, { people: 1 })
    expect(await ids('?state=full')).toEqual([OTHER])
    await world.limit(OTHER, NO_LIMITS)
    expect(await ids('?state=full')).toEqual([])
    expect(await ids('?page_size=1&page=2')).toEqual([OTHER])
  })
})

describe('creating a client', () => {
  it('makes it with its features, its administrator and their mail, and both logs tell of it', async () => {
    const { status, body } = await world.create()
    expect(status).toBe(201)
    const { client, link } = body
    expect(client).toMatchObject({
      name: 'Kite School',
      slug: 'kite-school',
      hosts: ['learn.kite.test'],
      is_active: true,
      is_own: false,
      usage: { people: 1, mails: 1 },
      limits: { people: 50, storage_bytes: 1_000_000, mails: 100 },
    })
    expect(link).toContain(`/forgot-password?client=${client.id}`)
    expect((await publicInfo(client.id)).json()).toMatchObject({
      name: 'Kite School',
      languages: ['hi', 'en'],
    })
    const [mail] = await world.server.db.asSuperuser<{
      recipient: string
      body_text: string
      language: string
    }>('select recipient, body_text, language from outbox_message where client_id = $1', [client.id])
    expect(mail).toMatchObject({ recipient: 'asha@kite.test', language: 'hi' })
    expect(mail?.body_text).toContain(link)
    const people = await world.server.db.asSuperuser(
      'select email, role, password_hash from app_user where client_id = $1',
      [client.id],
    )
    expect(people).toEqual([{ email: 'asha@kite.test', role: 'admin', password_hash: null }])
    const features = await world.server.db.asSuperuser<{ slug: string; allowed: boolean }>(
      'select slug, allowed from client_feature where client_id = $1 and enabled order by slug',
      [client.id],
    )
    expect(features.map(({ slug }) => slug)).toEqual([
      'admin_course_builder',
      'admin_dashboard',
      'course',
      'dashboard',
    ])
    const kept = await world.server.db.asSuperuser(
      'select from client_feature where client_id = $1 and not allowed',
      [client.id],
    )
    expect(kept.length).toBeGreaterThan(10)
    expect((await world.events(client.id)).map(({ action, actor_id: by }) => [action, by])).toEqual([
      ['clients.create', null],
    ])
    expect((await world.events(OWN)).at(-1)).toMatchObject({
      action: 'clients.create',
      actor_id: world.superadmin,
      object: `client:${client.id}`,
    })
  })

  it('refuses a repeat and what others have, and creates nothing', async () => {
    const before = (await world.list()).count
    expect((await world.create()).body.fields).toMatchObject({ slug: [{ code: 'taken' }] })
    expect((await world.create({ slug: 'another' })).body.fields).toMatchObject({ host: [{ code: 'taken' }] })
    expect((await world.create({ slug: 'x', host: null, time_zone: 'Mars/Base' })).status).toBe(422)
    expect((await world.create({ slug: 'Not A Slug' })).status).toBe(422)
    expect((await world.list()).count).toBe(before)
  })

  it('gives two clients that are made at once numbers of their own', async () => {
    const answers = await Promise.all(
      ['one', 'two', 'three'].map((slug) => world.create({ slug, host: null, name: slug })),
    )
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(new Set(answers.map(({ body }) => body.client.id)).size).toBe(3)
  })
})

describe('switching a client off', () => {
  const state = (clientId: number, isActive: boolean) =>
    world.call<PlatformClient>('PUT', `clients/${clientId}/state/`, { is_active: isActive })

  it('shuts its people out at once and keeps everything', async () => {
    const knock = () =>
      world.server.app.inject({
        url: `/api/clients/${OTHER}/client-info/`,
        headers: { authorization: `Bearer ${world.otherAdmin}` },
      })
    expect((await knock()).statusCode).toBe(200)
    expect((await state(OTHER, false)).body.is_active).toBe(false)
    expect((await knock()).json()).toMatchObject({ code: 'client_inactive' })
    expect((await publicInfo(OTHER)).json()).toMatchObject({ is_active: false })
    expect((await state(OTHER, true)).body.is_active).toBe(true)
    expect((await knock()).statusCode).toBe(200)
    const actions = (await world.events(OTHER)).map(({ action }) => action)
    expect(actions.slice(-2)).toEqual(['clients.deactivate', 'clients.activate'])
  })

  it('tells the log nothing when nothing changes, and never shuts out the superadmin', async () => {
    const before = (await world.events(OTHER)).length
    expect((await state(OTHER, true)).status).toBe(200)
    expect(await world.events(OTHER)).toHaveLength(before)
    expect((await state(OWN, false)).status).toBe(409)
    expect((await state(123_456, false)).status).toBe(404)
  })
})
