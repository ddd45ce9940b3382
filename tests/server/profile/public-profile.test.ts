import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shownPart } from '#contract/profile/public-fields.ts'
import type { PublicProfile, PublicProfileSettings } from '#contract/profile/public-profile.ts'
import { featuresAsUser } from '#tests/support/as-user.ts'
import { addClient, addPerson } from '#tests/support/server/people.ts'
import { startTestServer, type TestServer } from '#tests/support/server/server.ts'

const CLIENT = 7
let server: TestServer
let ann: number

const settings = async <T = PublicProfileSettings>(userId: number, payload?: object) => {
  const reply = await server.app.inject({
    method: payload ? 'PUT' : 'GET',
    url: `/api/clients/${CLIENT}/student/public-profile/`,
    headers: { authorization: `Bearer ${userId}` },
    ...(payload && { payload }),
  })
  return { status: reply.statusCode, body: reply.json() as T }
}
/** As somebody who is not signed in. */
const visit = async (handle: string, client = CLIENT) => {
  const reply = await server.app.inject({ url: `/api/clients/${client}/people/${handle}/` })
  const { request_id: _, ...body } = reply.json() as PublicProfile & { request_id?: string }
  return { status: reply.statusCode, body }
}
const all = ['picture', 'bio', 'links', 'badges', 'courses']

beforeAll(async () => {
  server = await startTestServer({ features: featuresAsUser })
  await addClient(server.db, { id: CLIENT })
  await addClient(server.db, { id: 8 })
  ann = await addPerson(server.db, { clientId: CLIENT, name: 'Ann Able' })
  await server.app.inject({
    method: 'PATCH',
    url: `/accounts/clients/${CLIENT}/user/profile/`,
    headers: { authorization: `Bearer ${ann}` },
    payload: {
      bio: 'Learns at night.',
      code_url: 'github.com/ann',
      date_of_birth: '2000-01-01',
      phone_number: '+919876543210',
    },
  })
  await server.db.asSuperuser(
    `insert into learner_badge (client_id, user_id, badge, earned_at) values (${CLIENT}, ${ann}, 'first_lesson', now())`,
  )
})
afterAll(() => server.close())

describe('public profile', () => {
  it('is off by default and answers like an unknown address', async () => {
    expect((await settings(ann)).body).toMatchObject({
      is_on: false,
      handle: null,
      fields: [],
      is_listed: false,
    })
    await settings(ann, { is_on: false, handle: 'ann-able', fields: all, is_listed: false })
    const off = await visit('ann-able')
    expect(off.status).toBe(404)
    expect(off).toEqual(await visit('nobody-here'))
  })

  it('shows the chosen fields to everybody, and nothing else', async () => {
    const saved = await settings(ann, {
      is_on: true,
      handle: 'ann-able',
      fields: ['bio', 'badges'],
      is_listed: false,
    })
    const seen = await visit('ann-able')
    expect(seen.status).toBe(200)
    expect(seen.body).toMatchObject({ name: 'Ann Able', bio: 'Learns at night.', links: [], courses: [] })
    expect(seen.body.badges.map(({ badge }) => badge)).toEqual(['first_lesson'])
    // The preview is what others see.
    expect(shownPart(saved.body.whole, saved.body.fields)).toEqual(seen.body)
    await settings(ann, { is_on: true, handle: 'ann-able', fields: [], is_listed: false })
    expect((await visit('ann-able')).body).toEqual({
      name: 'Ann Able',
      picture: null,
      bio: '',
      links: [],
      badges: [],
      courses: [],
    })
    await settings(ann, { is_on: true, handle: 'ann-able', fields: all, is_listed: false })
    const whole = JSON.stringify((await visit('ann-able')).body)
    for (const secret of ['2000-01-01', '9876543210', 'example.test', 'ann-able-7'])
      expect(whole).not.toContain(secret)
  })

  it('belongs to its client, and ends with the account', async () => {
    expect((await visit('ann-able', 8)).status).toBe(404)
    await server.db.asSuperuser(`update app_user set disabled_at = now() where id = ${ann}`)
    expect((await visit('ann-able')).status).toBe(404)
    await server.db.asSuperuser(`update app_user set disabled_at = null where id = ${ann}`)
    expect((await visit('ann-able')).status).toBe(200)
  })

  it.each([
    [{ is_on: true, handle: null, fields: [], is_listed: false }, 'required'],
    [{ is_on: true, handle: 'An', fields: [], is_listed: false }, 'invalid'],
    [{ is_on: true, handle: 'ann--able', fields: [], is_listed: false }, 'invalid'],
    [{ is_on: true, handle: 'ann-able', fields: [], is_listed: false }, 'taken'],
  ])('refuses %j: %s', async (body, code) => {
    const eve = await addPerson(server.db, { clientId: CLIENT, name: `Eve ${code} ${body.handle}` })
    const reply = await settings<{ fields: Record<string, { code: string }[]> }>(eve, body)
    expect(reply.status).toBe(422)
    expect(reply.body.fields['handle']?.[0]?.code).toBe(code)
    expect((await settings(eve)).body.is_on).toBe(false)
  })

  it('gives an address to one of ten people who ask at the same time', async () => {
    const people = await Promise.all(
      Array.from({ length: 10 }, (_, n) => addPerson(server.db, { clientId: CLIENT, name: `Racer ${n}` })),
    )
    const replies = await Promise.all(
      people.map((id) => settings(id, { is_on: true, handle: 'the-one', fields: [], is_listed: false })),
    )
    const codes = replies.map(({ status }) => status)
    expect(codes.filter((code) => code === 200)).toHaveLength(1)
    expect(codes.filter((code) => code === 422)).toHaveLength(9)
  })
})
