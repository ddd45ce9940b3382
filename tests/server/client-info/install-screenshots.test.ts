import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demoTenants } from '#server/demo/tenants.ts'
import { insertClient } from '#server/features/client-info/index.ts'
import {
  drawShot,
  packShot,
  unpackShot,
  type Shot,
} from '#server/features/client-info/install-screenshots.ts'
import { startTestServer, type TestServer } from '#tests/support/server/server.ts'

/** Two pixels: one entirely of one role; one a fixed grey mixed with another role. */
const shot: Shot = {
  width: 2,
  height: 1,
  logo: { x: 0, y: 0, size: 1 },
  fixed: Buffer.from([0, 0, 0, 100, 100, 100]),
  layers: [
    { role: 'primary', weights: Buffer.from([255, 0]) },
    { role: 'ink', weights: Buffer.from([0, 102]) },
  ],
}
const coloursOf = async (png: Buffer) => {
  const pixels = await sharp(png).ensureAlpha().raw().toBuffer()
  return [[...pixels.subarray(0, 3)], [...pixels.subarray(4, 7)]]
}
const iconOf = (alpha: number) =>
  sharp({ create: { width: 1, height: 1, channels: 4, background: { r: 255, g: 255, b: 255, alpha } } })
    .png()
    .toBuffer()

describe('drawing of install screenshots', () => {
  it('sums the colours of the roles in each pixel', async () => {
    const unpacked = await unpackShot(packShot(shot))
    expect(unpacked).toEqual(shot)
    const drawn = await drawShot(unpacked, { primary: '#0b7a5b', ink: '#0a0000' }, null)
    expect(await coloursOf(drawn)).toEqual([
      [11, 122, 91],
      [104, 100, 100],
    ])
    // Other colours give another picture: the shot contains none of its own.
    const other = await drawShot(unpacked, { primary: '#2456d6', ink: '#000000' }, null)
    expect((await coloursOf(other))[0]).toEqual([36, 86, 214])
  })

  it('shows the background through transparent parts of the icon', async () => {
    const roles = { primary: '#0b7a5b', ink: '#000000' }
    const transparent = await drawShot(shot, roles, await iconOf(0))
    expect((await coloursOf(transparent))[0]).toEqual([11, 122, 91])
    const opaque = await drawShot(shot, roles, await iconOf(1))
    expect((await coloursOf(opaque))[0]).toEqual([255, 255, 255])
  })

  it('leaves the square empty when the icon is no picture', async () => {
    const drawn = await drawShot(shot, { primary: '#0b7a5b' }, Buffer.from('<svg onload="alert(1)"/>'))
    expect((await coloursOf(drawn))[0]).toEqual([11, 122, 91])
  })
})

describe('install screenshots', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer()
    for (const tenant of demoTenants)
      await server.db.database.withTenant(tenant.clientId, (db) => insertClient(db, tenant))
  })
  afterAll(() => server.close())

  const shotsOf = async (id: number, lang: string) =>
    (await server.app.inject(`/manifest.webmanifest?client=${id}&lang=${lang}`)).json<{
      screenshots: { src: string; sizes: string; form_factor: string; label: string }[]
    }>().screenshots

  it.each([
    [7, 'en'],
    [7, 'hi'],
    [8, 'ar'],
  ])('has every screenshot of client %i in %s in its stated size', async (id, lang) => {
    const shots = await shotsOf(id, lang)
    expect(new Set(shots.map(({ form_factor }) => form_factor))).toEqual(new Set(['narrow', 'wide']))
    for (const { src, sizes, label } of shots) {
      expect(label).toContain(id === 7 ? 'Kitewing Academy · ' : 'أكاديمية أفق · ')
      const response = await server.app.inject(src)
      expect(response.headers['content-type']).toBe('image/png')
      const bytes = response.rawPayload
      expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(sizes)
    }
  })

  it('differs between clients and answers 404 to unknown names', async () => {
    const [seven, eight] = await Promise.all(
      [7, 8].map((id) => server.app.inject(`/brand/${id}/shot-home-wide-en.png`)),
    )
    expect(seven?.statusCode).toBe(200)
    expect(seven?.rawPayload.equals(eight?.rawPayload ?? Buffer.alloc(0))).toBe(false)
    expect((await server.app.inject('/brand/7/shot-home-wide-xx.png')).statusCode).toBe(404)
    expect((await server.app.inject('/brand/7/shot-..%2Fmark.png')).statusCode).toBe(404)
  })
})
