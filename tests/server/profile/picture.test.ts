import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OwnProfile } from '#contract/profile/profile.ts'
import { sharp } from '#server/core/pictures/sharp.ts'
import { featuresAsUser } from '#tests/support/as-user.ts'
import { addClient, addPerson } from '#tests/support/server/people.ts'
import { startTestServer, type TestServer } from '#tests/support/server/server.ts'

const CLIENT = 7
/** In the camera data of the uploaded picture. */
const SECRET = 'kanarienvogel-camera'
let server: TestServer

const photo = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#3366cc' } })
    .withExif({ IFD0: { ImageDescription: SECRET, Orientation: '6' } })
    .jpeg()
    .toBuffer()
const send = async (userId: number, method: 'PUT' | 'DELETE', content?: Buffer) => {
  const reply = await server.app.inject({
    method,
    url: `/accounts/clients/${CLIENT}/user/profile/picture/`,
    headers: { authorization: `Bearer ${userId}` },
    ...(content && { payload: { picture: content.toString('base64') } }),
  })
  return { status: reply.statusCode, body: reply.json() as OwnProfile }
}
const files = async () =>
  (await readdir(join(server.config.dataDir, 'files', String(CLIENT))).catch(() => [])).filter((name) =>
    name.startsWith('face-'),
  )

beforeAll(async () => {
  server = await startTestServer({ features: featuresAsUser })
  await addClient(server.db, { id: CLIENT })
})
afterAll(() => server.close())

describe('profile picture', () => {
  it('becomes a square without camera data, and replaces and removes the former file', async () => {
    const ann = await addPerson(server.db, { clientId: CLIENT, name: 'Ann' })
    const original = await photo(900, 600)
    expect(original.includes(SECRET)).toBe(true)
    const first = await send(ann, 'PUT', original)
    expect(first.status).toBe(200)
    const url = first.body.profile_picture ?? ''
    expect(url).toMatch(/^\/files\/7\/face-[a-f0-9]{16}\.[a-f0-9]{20}\.webp$/)
    const stored = await readFile(join(server.config.dataDir, url.replace('/files/', 'files/')))
    expect(stored.includes(SECRET)).toBe(false)
    expect(await sharp(stored).metadata()).toMatchObject({ width: 512, height: 512, format: 'webp' })

    // Other members see it without a signed address.
    const shown = await server.app.inject({ url })
    expect(shown.statusCode).toBe(200)
    expect(shown.headers['content-type']).toBe('image/webp')

    const second = await send(ann, 'PUT', original)
    expect(second.body.profile_picture).not.toBe(url)
    expect(await files()).toHaveLength(1)
    expect((await server.app.inject({ url })).statusCode).toBe(404)

    expect((await send(ann, 'DELETE')).body.profile_picture).toBeNull()
    expect(await files()).toEqual([])
    expect((await send(ann, 'DELETE')).status).toBe(200)
  })

  it('stores equal pictures of two people apart, so that one can be removed alone', async () => {
    const [ben, cal] = [
      await addPerson(server.db, { clientId: CLIENT, name: 'Ben' }),
      await addPerson(server.db, { clientId: CLIENT, name: 'Cal' }),
    ]
    const content = await photo(64, 64)
    await send(ben, 'PUT', content)
    const kept = await send(cal, 'PUT', content)
    await send(ben, 'DELETE')
    expect((await server.app.inject({ url: kept.body.profile_picture ?? '' })).statusCode).toBe(200)
  })

  it.each([
    ['text', Buffer.from('not a picture at all')],
    [
      'a script in a picture’s clothes',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'),
    ],
    ['half a picture', null],
  ])('rejects %s and keeps the former picture', async (_name, content) => {
    const eve = await addPerson(server.db, { clientId: CLIENT, name: `Eve ${_name}` })
    const whole = await photo(300, 300)
    const before = await send(eve, 'PUT', whole)
    const reply = await send(eve, 'PUT', content ?? whole.subarray(0, whole.length / 2))
    expect(reply.status).toBe(422)
    expect((await server.app.inject({ url: before.body.profile_picture ?? '' })).statusCode).toBe(200)
  })
})
