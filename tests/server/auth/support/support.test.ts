import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SUPPORT_VIEW_MINUTES, type SupportViewStarted } from '#contract/auth/support.ts'
import type { Role } from '#contract/common.ts'
import { createAuthWorld, quickHasher, type AuthWorld } from '../world.ts'

const MINUTE_MS = 60_000
const REASON = 'A lesson does not open'

let world: AuthWorld
beforeAll(async () => {
  world = await createAuthWorld({ hasher: quickHasher() })
})
afterAll(() => world.close())

const somebody = async (role: Role, fullName = 'Asha Rao') => {
  const person = await world.person({ role, fullName })
  return { ...person, ...(await world.signIn(person.email)) }
}

const start = (token: string, userId: number, reason = REASON) =>
  world.server.app.inject({
    method: 'POST',
    url: `/accounts/clients/7/admin/members/${userId}/support-view/`,
    headers: { authorization: `Bearer ${token}` },
    payload: { reason },
  })

const view = async (token: string, userId: number): Promise<SupportViewStarted> => {
  const answer = await start(token, userId)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json()
}

const read = async (token: string, path = '/api/clients/7/notifications/'): Promise<number> =>
  (await world.server.app.inject({ url: path, headers: { authorization: `Bearer ${token}` } })).statusCode

const views = async (token: string) =>
  (await world.call('GET', 'support-views', token)).json<{
    results: { reason: string; is_running: boolean }[]
  }>().results

describe('TE11: a support view', () => {
  it('starts for learners only, by admins with a recent proof and a reason', async () => {
    const learner = await somebody('student')
    const codes: unknown[] = []
    for (const role of ['student', 'instructor', 'admin', 'superadmin'] as const)
      codes.push((await start((await somebody(role)).access_token, learner.id)).statusCode)
    expect(codes).toEqual([403, 403, 201, 201])
    const admin = await somebody('superadmin')
    for (const role of ['instructor', 'admin', 'superadmin'] as const)
      expect((await start(admin.access_token, (await somebody(role)).id)).statusCode).toBe(403)
    expect((await start(admin.access_token, learner.id, 'short')).statusCode).toBe(422)
    world.clock.advance(6 * MINUTE_MS)
    expect((await start(admin.access_token, learner.id)).json()).toMatchObject({ code: 'step_up_required' })
  })

  it('tells the learner who looked and why, and is none of their devices', async () => {
    const admin = await somebody('admin', 'Meera Nair')
    const learner = await somebody('student')
    const { access_token: token } = await view(admin.access_token, learner.id)
    expect(await read(token)).toBe(200)
    expect(await views(learner.access_token)).toMatchObject([{ reason: REASON, is_running: true }])
    const news = await world.server.app.inject({
      url: '/api/clients/7/notifications/',
      headers: { authorization: `Bearer ${learner.access_token}` },
    })
    expect(news.json()).toMatchObject({
      results: [{ kind: 'account_viewed', params: { who: 'Meera Nair', reason: REASON } }],
    })
    const devices = (await world.call('GET', 'sessions', learner.access_token)).json<{ results: unknown[] }>()
    expect(devices.results).toHaveLength(1)
  })

  it('writes each call of a minute to the log once, in the name of the admin', async () => {
    const admin = await somebody('admin')
    const learner = await somebody('student')
    const { access_token: token, refresh_token: refresh } = await view(admin.access_token, learner.id)
    const events = () =>
      world.server.db.asSuperuser<{ action: string; endpoint: string; reason: string; object: string }>(
        `select action, detail->>'endpoint' as endpoint, detail->>'reason' as reason, object from audit_event
          where actor_id = $1 and action like 'support.%' order by id`,
        [admin.id],
      )
    await read(token)
    await read(token)
    await world.server.app.inject({
      method: 'DELETE',
      url: '/accounts/clients/7/user/sessions/',
      headers: { authorization: `Bearer ${token}` },
    })
    world.clock.advance(MINUTE_MS)
    await read(token)
    await world.post('logout', { refresh_token: refresh })
    const object = `user:${learner.id}`
    expect((await events()).map(({ action, endpoint }) => `${action} ${endpoint ?? ''}`.trim())).toEqual([
      'support.start',
      'support.view notifications.list',
      'support.refused auth.endOtherSessions',
      'support.view notifications.list',
      'support.end',
    ])
    expect((await events()).every((event) => event.object === object)).toBe(true)
    expect((await events()).slice(0, 4).map(({ reason }) => reason)).toEqual(Array(4).fill(REASON))
  })

  it('ends after thirty minutes, however often its token is renewed', async () => {
    const admin = await somebody('admin')
    const learner = await somebody('student')
    const first = await view(admin.access_token, learner.id)
    world.clock.advance((SUPPORT_VIEW_MINUTES - 1) * MINUTE_MS)
    const renewed = await world.post('refresh-token', { refresh_token: first.refresh_token })
    expect(renewed.statusCode, renewed.body).toBe(200)
    const pair = renewed.json<{ access_token: string; refresh_token: string }>()
    expect(await read(pair.access_token)).toBe(200)
    world.clock.advance(MINUTE_MS)
    expect(await read(pair.access_token)).toBe(401)
    expect((await world.post('refresh-token', { refresh_token: pair.refresh_token })).statusCode).toBe(401)
  })

  type Person = Awaited<ReturnType<typeof somebody>>
  const ends: Record<string, (admin: Person, refresh: string) => Promise<unknown>> = {
    'the admin signs out': (admin) => world.post('logout', { refresh_token: admin.refresh_token }),
    'the admin’s session runs out': (admin) =>
      world.server.db.asSuperuser('update user_session set idle_expires_at = $1 where user_id = $2', [
        world.clock.now(),
        admin.id,
      ]),
    'the admin is signed out everywhere': (admin) => world.call('DELETE', 'sessions', admin.access_token),
    'the view is ended': (_admin, refresh) => world.post('logout', { refresh_token: refresh }),
  }
  for (const [what, end] of Object.entries(ends))
    it(`ends when ${what}`, async () => {
      const admin = await somebody('admin')
      const learner = await somebody('student')
      const { access_token: token, refresh_token: refresh } = await view(admin.access_token, learner.id)
      expect(await read(token)).toBe(200)
      if (what.endsWith('everywhere')) Object.assign(admin, await world.signIn(admin.email))
      await end(admin, refresh)
      // A change behind the product's back is seen within a second.
      await world.server.core.db.withTenant(7, (db) =>
        world.server.core.changes.announce(db, { kind: 'user', clientId: 7, userId: admin.id }),
      )
      expect(await read(token)).toBe(401)
      expect((await world.post('refresh-token', { refresh_token: refresh })).statusCode).toBe(401)
      expect(await read(learner.access_token)).toBe(200)
    })

  it('ends when the admin may no longer look', async () => {
    const admin = await somebody('admin')
    const { access_token: token } = await view(admin.access_token, (await somebody('student')).id)
    await world.server.db.asSuperuser(`update app_user set role = 'instructor' where id = $1`, [admin.id])
    expect(await read(token)).toBe(401)
  })

  it('ends the view before it, and signing out elsewhere ends it for the learner', async () => {
    const admin = await somebody('admin')
    const learner = await somebody('student')
    const first = await view(admin.access_token, learner.id)
    const second = await view(admin.access_token, learner.id)
    expect([await read(first.access_token), await read(second.access_token)]).toEqual([401, 200])
    await world.call('DELETE', 'sessions', learner.access_token)
    expect(await read(second.access_token)).toBe(401)
    expect((await views(learner.access_token)).map(({ is_running }) => is_running)).toEqual([false, false])
  })
})
