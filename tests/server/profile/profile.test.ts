import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OwnProfile } from '#contract/profile/profile.ts'
import { featuresAsUser } from '#tests/support/as-user.ts'
import { addClient, addPerson } from '#tests/support/server/people.ts'
import { startTestServer, type TestServer } from '#tests/support/server/server.ts'

const CLIENT = 7
let server: TestServer

const student = (name: string) => addPerson(server.db, { clientId: CLIENT, name })
const call = async <T = OwnProfile>(userId: number, method: 'GET' | 'PATCH', payload?: object) => {
  const reply = await server.app.inject({
    method,
    url: `/accounts/clients/${CLIENT}/user/profile/`,
    headers: { authorization: `Bearer ${userId}` },
    ...(payload && { payload }),
  })
  return { status: reply.statusCode, body: reply.json() as T }
}
const profile = async (userId: number) => (await call(userId, 'GET')).body
const account = async (userId: number) => {
  const [row] = await server.db.asSuperuser<Record<string, unknown>>(
    `select full_name, phone_number, email, username from app_user where id = $1`,
    [userId],
  )
  return row
}

beforeAll(async () => {
  server = await startTestServer({ features: featuresAsUser })
  await addClient(server.db, { id: CLIENT })
})
afterAll(() => server.close())

describe('own profile', () => {
  it('splits the name of an account that never saved a profile', async () => {
    expect(await profile(await student('Asha Rani Rao'))).toMatchObject({
      first_name: 'Asha Rani',
      last_name: 'Rao',
      bio: '',
      date_of_birth: null,
      professional_url: null,
      phone_number: null,
    })
    expect(await profile(await student('Madonna'))).toMatchObject({ first_name: 'Madonna', last_name: '' })
  })

  it('saves every field, and the full name and number in the account', async () => {
    const ann = await student('Ann Old')
    const change = {
      first_name: 'Anna Maria',
      last_name: 'da Silva',
      bio: 'Line one\r\nLine two  ',
      date_of_birth: '2001-05-04',
      phone_number: '+91 98765-43210',
      professional_url: 'linkedin.com/in/anna?x=1',
      code_url: 'https://github.com/anna/',
      language: 'hi',
    }
    const saved = await call(ann, 'PATCH', change)
    expect(saved.status).toBe(200)
    expect(saved.body).toMatchObject({
      first_name: 'Anna Maria',
      last_name: 'da Silva',
      full_name: 'Anna Maria da Silva',
      bio: 'Line one\nLine two',
      date_of_birth: '2001-05-04',
      phone_number: '+919876543210',
      professional_url: 'https://linkedin.com/in/anna',
      code_url: 'https://github.com/anna',
      language: 'hi',
    })
    expect(await profile(ann)).toEqual(saved.body)
    expect(await account(ann)).toMatchObject({
      full_name: 'Anna Maria da Silva',
      phone_number: '+919876543210',
    })
    expect((await call(ann, 'PATCH', change)).body).toEqual(saved.body)
  })

  it('leaves fields alone that are not sent, and empties those that are null', async () => {
    const ben = await student('Ben Berg')
    await call(ben, 'PATCH', { bio: 'Bio', code_url: 'github.com/ben', date_of_birth: '1990-01-01' })
    await call(ben, 'PATCH', { code_url: null })
    expect(await profile(ben)).toMatchObject({
      bio: 'Bio',
      code_url: null,
      date_of_birth: '1990-01-01',
      full_name: 'Ben Berg',
    })
  })

  it.each([
    [{ first_name: '' }, 'first_name', 'required'],
    [{ first_name: 'x'.repeat(61) }, 'first_name', 'too_long'],
    [{ first_name: 'Eve\u0007' }, 'first_name', 'invalid'],
    [{ bio: 'x'.repeat(601) }, 'bio', 'too_long'],
    [{ date_of_birth: '2999-01-01' }, 'date_of_birth', 'invalid'],
    [{ date_of_birth: '2001-02-30' }, 'date_of_birth', 'invalid'],
    [{ phone_number: '98765 43210' }, 'phone_number', 'invalid_phone'],
    [{ phone_number: '+91 98765' }, 'phone_number', 'invalid_phone'],
    [{ professional_url: 'https://linkedin.com.evil.test/in/eve' }, 'professional_url', 'invalid'],
    [{ code_url: 'javascript:alert(1)' }, 'code_url', 'invalid'],
  ])('saves nothing of %j', async (change, field, code) => {
    const eve = await student(`Eve ${JSON.stringify(change).slice(0, 60)}`)
    const before = await account(eve)
    const reply = await call<{ fields?: Record<string, { code: string }[]> }>(eve, 'PATCH', {
      ...change,
      last_name: 'Changed',
    })
    expect(reply.status).toBe(422)
    expect(reply.body.fields?.[field]?.[0]?.code).toBe(code)
    expect(await account(eve)).toEqual(before)
  })

  it('never changes e-mail and username, whatever is sent (spec 5)', async () => {
    const hal = await student('Hal')
    const before = await account(hal)
    await call(hal, 'PATCH', { email: 'other@example.test', username: 'other', bio: 'New' })
    expect(await account(hal)).toEqual(before)
  })

  it('keeps the number when the client requires one', async () => {
    const fay = await student('Fay')
    await call(fay, 'PATCH', { phone_number: '+919876543210' })
    await server.db.asSuperuser(`update client set phone_required = true where client_id = ${CLIENT}`)
    expect((await call(fay, 'PATCH', { phone_number: null })).status).toBe(422)
    await server.db.asSuperuser(`update client set phone_required = false where client_id = ${CLIENT}`)
    expect((await call(fay, 'PATCH', { phone_number: null })).body.phone_number).toBeNull()
  })

  it('saves 30 parallel changes of different sections without losing one', async () => {
    const gil = await student('Gil')
    const changes = Array.from({ length: 30 }, (_, n) =>
      n % 3 === 0
        ? { bio: 'B' }
        : n % 3 === 1
          ? { code_url: 'github.com/gil' }
          : { date_of_birth: '1999-09-09' },
    )
    const replies = await Promise.all(changes.map((change) => call(gil, 'PATCH', change)))
    expect(replies.map(({ status }) => status)).toEqual(changes.map(() => 200))
    expect(await profile(gil)).toMatchObject({
      bio: 'B',
      code_url: 'https://github.com/gil',
      date_of_birth: '1999-09-09',
    })
  })
})
