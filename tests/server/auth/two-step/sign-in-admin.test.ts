import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAuthWorld, PASSWORD, quickHasher, type AuthWorld } from '../world.ts'
import { SoftwareKey } from './software-key.ts'

describe('Sign-in of others', () => {
  let world: AuthWorld
  beforeAll(async () => {
    world = await createAuthWorld({ hasher: quickHasher() })
  })
  afterAll(() => world.close())

  const tokenOf = async (email: string) => (await world.signIn(email)).access_token
  const admin = async (method: 'GET' | 'PUT' | 'DELETE', path: string, token: string, body?: object) =>
    world.server.app.inject({
      method,
      url: `/accounts/clients/7/admin/${path}`,
      headers: { authorization: `Bearer ${token}` },
      ...(body && { payload: body }),
    })

  it('signs a person out on all devices at once, and writes it to the audit log', async () => {
    const boss = await world.person({ role: 'admin' })
    const learner = await world.person()
    const session = await world.signIn(learner.email)
    const token = await tokenOf(boss.email)
    expect((await admin('DELETE', `members/${learner.id}/sessions/`, token)).statusCode).toBe(204)
    expect((await world.call('GET', 'me', session.access_token)).statusCode).toBe(401)
    expect((await world.post('refresh-token', { refresh_token: session.refresh_token })).statusCode).toBe(401)
    expect(await world.audits('auth.sessions_ended_by_admin')).toEqual([
      { actor_id: boss.id, result: 'ok', object: `user:${learner.id}` },
    ])
  })

  it('lists the devices of a person and signs them out on one of them, as often as it is asked', async () => {
    const boss = await world.person({ role: 'admin' })
    const learner = await world.person()
    const [kept, ended] = [await world.signIn(learner.email), await world.signIn(learner.email)]
    const token = await tokenOf(boss.email)
    const devices = async () => {
      const answer = await admin('GET', `members/${learner.id}/sessions/`, token)
      return (answer.json().results as { id: string }[]).map(({ id }) => id)
    }
    const endedId = JSON.parse(Buffer.from(ended.access_token.split('.')[1] ?? '', 'base64url').toString())
      .sid as string
    expect((await devices()).toSorted()).toContain(endedId)
    for (let times = 0; times < 2; times++)
      expect((await admin('DELETE', `members/${learner.id}/sessions/${endedId}/`, token)).statusCode).toBe(
        204,
      )
    expect(await devices()).toHaveLength(1)
    expect((await world.call('GET', 'me', ended.access_token)).statusCode).toBe(401)
    expect((await world.call('GET', 'me', kept.access_token)).statusCode).toBe(200)
    const events = await world.audits('auth.sessions_ended_by_admin')
    expect(events.filter(({ object }) => object === `user:${learner.id}`)).toHaveLength(1)
  })

  it('shows the devices of superadmins to superadmins only', async () => {
    const boss = await world.person({ role: 'admin' })
    const head = await world.person({ role: 'superadmin' })
    const path = `members/${head.id}/sessions/`
    expect((await admin('GET', path, await tokenOf(boss.email))).statusCode).toBe(403)
    const other = await world.person({ role: 'superadmin' })
    expect((await admin('GET', path, await tokenOf(other.email))).statusCode).toBe(200)
  })

  it('removes the second steps of a person who lost everything, and tells them', async () => {
    const boss = await world.person({ role: 'admin' })
    const teacher = await world.person({ role: 'instructor' })
    const token = await tokenOf(teacher.email)
    const { challenge } = (await world.post('passkeys/options', {}, { token })).json().options
    await world.post('passkeys', { name: 'Key', passkey: new SoftwareKey().register(challenge) }, { token })
    const bossToken = await tokenOf(boss.email)
    const found = await admin('GET', `members/?search=${encodeURIComponent(teacher.email)}`, bossToken)
    expect(found.json().results).toMatchObject([
      { id: teacher.id, sessions: 1, has_second_step: true, may_change: true },
    ])
    expect((await admin('DELETE', `members/${teacher.id}/two-step/`, bossToken)).statusCode).toBe(204)
    expect((await world.call('GET', 'me', token)).statusCode).toBe(401)
    expect((await world.post('login', { email: teacher.email, password: PASSWORD })).json().email).toBe(
      teacher.email,
    )
    expect((await world.mails(teacher.email)).map(({ subject }) => subject).join()).toContain('was reset')
  })

  it('lets nobody act on themselves, nor an admin on a superadmin', async () => {
    const boss = await world.person({ role: 'admin' })
    const head = await world.person({ role: 'superadmin' })
    const bossToken = await tokenOf(boss.email)
    for (const what of ['sessions', 'two-step']) {
      expect((await admin('DELETE', `members/${head.id}/${what}/`, bossToken)).statusCode).toBe(403)
      expect((await admin('DELETE', `members/${boss.id}/${what}/`, bossToken)).statusCode).toBe(403)
    }
    const headToken = await tokenOf(head.email)
    expect((await admin('DELETE', `members/${boss.id}/sessions/`, headToken)).statusCode).toBe(204)
  })

  it('finds nobody of another client', async () => {
    const boss = await world.person({ role: 'admin' })
    const stranger = await world.person({ client: 8 })
    const token = await tokenOf(boss.email)
    expect((await admin('DELETE', `members/${stranger.id}/sessions/`, token)).statusCode).toBe(404)
    const found = await admin('GET', `members/?search=${encodeURIComponent(stranger.email)}`, token)
    expect(found.json().count).toBe(0)
  })

  it('takes signs of patterns in the search as they are', async () => {
    const boss = await world.person({ role: 'admin' })
    const found = await admin(
      'GET',
      `members/?search=${encodeURIComponent('%_%')}`,
      await tokenOf(boss.email),
    )
    expect(found.json()).toMatchObject({ count: 0, results: [] })
  })

  it('requires a second step of staff from the next sign-in on', async () => {
    const boss = await world.person({ role: 'admin' })
    const token = await tokenOf(boss.email)
    const set = (isRequired: boolean) =>
      admin('PUT', 'sign-in-rules/', token, { staff_second_step: isRequired })
    expect((await set(true)).json()).toEqual({ staff_second_step: true })
    expect((await admin('GET', 'sign-in-rules/', token)).json()).toEqual({ staff_second_step: true })
    const next = await world.post('login', { email: boss.email, password: PASSWORD })
    expect(next.json()).toMatchObject({ second_step: { kind: 'set_up' } })
    expect((await set(false)).statusCode).toBe(200)
    expect((await world.signIn(boss.email)).access_token).toBeTruthy()
  })
})
