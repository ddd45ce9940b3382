import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DisplayChoice } from '#contract/profile/display.ts'
import type { OwnProfile } from '#contract/profile/profile.ts'
import { followTimeZone } from '#server/features/auth/index.ts'
import { featuresAsUser } from '#tests/support/as-user.ts'
import { addClient, addPerson } from '#tests/support/server/people.ts'
import { startTestServer, type TestServer } from '#tests/support/server/server.ts'

const CLIENT = 7
let server: TestServer
let ann: number
let ben: number

const call = async <T>(userId: number, method: 'GET' | 'PUT' | 'PATCH', path: string, payload?: object) => {
  const reply = await server.app.inject({
    method,
    url: `/accounts/clients/${CLIENT}/user/${path}`,
    headers: { authorization: `Bearer ${userId}` },
    ...(payload && { payload }),
  })
  return { status: reply.statusCode, body: reply.json() as T }
}
const sync = async (userId: number, choice?: DisplayChoice, zone = 'Asia/Kolkata') =>
  (
    await call<{ choice: DisplayChoice | null }>(userId, 'PUT', 'device/', {
      time_zone: zone,
      ...(choice && { choice }),
    })
  ).body.choice
const large: DisplayChoice = { appearance: 'dark', text_size: 'large', motion: 'reduced', captions: 'always' }

beforeAll(async () => {
  server = await startTestServer({ features: featuresAsUser })
  await addClient(server.db, { id: CLIENT })
  ann = await addPerson(server.db, { clientId: CLIENT, name: 'Ann', timeZone: 'Asia/Kolkata' })
  ben = await addPerson(server.db, { clientId: CLIENT, name: 'Ben' })
})
afterAll(() => server.close())

describe('a device and its account', () => {
  it('gets the choice that was made on another device; nobody else gets it', async () => {
    expect(await sync(ann)).toBeNull()
    expect(await sync(ann, large)).toEqual(large)
    expect(await sync(ann)).toEqual(large)
    expect(await sync(ann, { ...large, text_size: 'normal' })).toMatchObject({ text_size: 'normal' })
    expect(await sync(ann)).toMatchObject({ text_size: 'normal' })
    expect(await sync(ben)).toBeNull()
  })

  it.each([{ time_zone: 'Asia/Kolkata', choice: { ...large, motion: 'fast' } }, { choice: large }])(
    'refuses %j',
    async (body) => {
      expect((await call(ben, 'PUT', 'device/', body)).status).toBe(422)
    },
  )

  it('ignores a zone that does not exist', async () => {
    expect(await sync(ben, undefined, 'Mars/Base')).toBeNull()
    const [row] = await server.db.asSuperuser(`select time_zone from app_user where id = ${ben}`)
    expect(row).toEqual({ time_zone: 'UTC' })
  })
})

describe('a chosen time zone', () => {
  const profile = async () => (await call<OwnProfile>(ann, 'GET', 'profile/')).body
  const travel = (zone: string) =>
    server.core.db.withTenant(CLIENT, (db) => followTimeZone(db, ann, zone, new Date()))

  it('stays when the device travels, until the person follows the device again', async () => {
    await travel('Europe/London')
    expect(await profile()).toMatchObject({ time_zone: 'Europe/London', follows_device_zone: true })
    const saved = await call<OwnProfile>(ann, 'PATCH', 'profile/', { time_zone: 'Asia/Riyadh' })
    expect(saved.body).toMatchObject({ time_zone: 'Asia/Riyadh', follows_device_zone: false })
    expect(await travel('Europe/London')).toBeNull()
    expect((await profile()).time_zone).toBe('Asia/Riyadh')
    await call(ann, 'PATCH', 'profile/', { time_zone: null })
    expect(await travel('Europe/London')).toBe('Europe/London')
  })

  it.each(['Mars/Base', "UTC'; drop table x", 'x'])('refuses %s', async (zone) => {
    const reply = await call<{ fields: Record<string, unknown> }>(ann, 'PATCH', 'profile/', {
      time_zone: zone,
    })
    expect(reply.status).toBe(422)
    expect(reply.body.fields).toHaveProperty('time_zone')
  })
})
