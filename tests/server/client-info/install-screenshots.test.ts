import { deflateSync, inflateSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demoTenants } from '#server/demo/tenants.ts'
import { insertClient } from '#server/features/client-info/index.ts'
import { decodePng, pngOf } from '#server/features/client-info/png.ts'
import {
  drawShot,
  packShot,
  unpackShot,
  type Shot,
} from '#server/features/client-info/install-screenshots.ts'
import { startTestServer, type TestServer } from '#tests/support/server/server.ts'

/** Two pixels: all of one role; half of another upon a grey that is everybody's. */
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
const inflate = (deflated: Buffer) => inflateSync(deflated)
const coloursOf = (png: Buffer) => {
  const { pixels } = decodePng(png, inflate)
  return [[...pixels.subarray(0, 3)], [...pixels.subarray(4, 7)]]
}

describe('a picture in the colours of a client', () => {
  it('given a shot, when it is packed and drawn with roles, then each pixel is the sum of what the roles add', async () => {
    const kept = await unpackShot(packShot(shot))
    expect(kept).toEqual(shot)
    const drawn = await drawShot(kept, { primary: '#0b7a5b', ink: '#0a0000' }, null)
    expect(coloursOf(drawn)).toEqual([
      [11, 122, 91],
      [104, 100, 100],
    ])
    // Another client's colours give another picture: the shot has none of its own.
    expect(coloursOf(await drawShot(kept, { primary: '#2456d6', ink: '#000000' }, null))[0]).toEqual([
      36, 86, 214,
    ])
  })

  it('given an icon with a clear half, when it is drawn, then the ground shows through there', async () => {
    const icon = { width: 1, height: 1, pixels: Buffer.from([255, 255, 255, 0]) }
    const clear = await drawShot(shot, { primary: '#0b7a5b', ink: '#000000' }, icon)
    expect(coloursOf(clear)[0]).toEqual([11, 122, 91])
    icon.pixels[3] = 255
    expect(coloursOf(await drawShot(shot, { primary: '#0b7a5b', ink: '#000000' }, icon))[0]).toEqual([
      255, 255, 255,
    ])
  })

  it('given rows in every filter of PNG, when read, then they are the same pixels', () => {
    const plain = [
      [10, 20, 30, 40, 60, 80],
      [12, 25, 33, 90, 61, 70],
    ] as const
    const before = (row: number, at: number, up: number, left: number) =>
      plain[row - up]?.[at - left * 3] ?? 0
    const guess = [
      () => 0,
      (row: number, at: number) => before(row, at, 0, 1),
      (row: number, at: number) => before(row, at, 1, 0),
      (row: number, at: number) => (before(row, at, 0, 1) + before(row, at, 1, 0)) >> 1,
    ]
    for (const [filter, from] of guess.entries()) {
      const rows = plain.flatMap((row, index) => [filter, ...row.map((value, at) => value - from(index, at))])
      const deflated = deflateSync(Buffer.from(rows.map((value) => value & 255)))
      const { pixels } = decodePng(pngOf({ width: 2, height: 2, alpha: false, deflated }), inflate)
      expect([...pixels].filter((_, at) => at % 4 !== 3)).toEqual(plain.flat())
    }
  })
})

describe('the pictures of the install dialog', () => {
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
  ])(
    'given client %i in %s, when its manifest is read, then each picture is there in the size it says',
    async (id, lang) => {
      const shots = await shotsOf(id, lang)
      expect(new Set(shots.map(({ form_factor }) => form_factor))).toEqual(new Set(['narrow', 'wide']))
      for (const { src, sizes, label } of shots) {
        expect(label).toContain(id === 7 ? 'Kitewing Academy · ' : 'أكاديمية أفق · ')
        const answer = await server.app.inject(src)
        expect(answer.headers['content-type']).toBe('image/png')
        const bytes = answer.rawPayload
        expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(sizes)
      }
    },
  )

  it('given two clients, when the same picture is asked for, then it differs; one that is none is not found', async () => {
    const [seven, eight] = await Promise.all(
      [7, 8].map((id) => server.app.inject(`/brand/${id}/shot-home-wide-en.png`)),
    )
    expect(seven?.statusCode).toBe(200)
    expect(seven?.rawPayload.equals(eight?.rawPayload ?? Buffer.alloc(0))).toBe(false)
    expect((await server.app.inject('/brand/7/shot-home-wide-fr.png')).statusCode).toBe(404)
    expect((await server.app.inject('/brand/7/shot-..%2Fmark.png')).statusCode).toBe(404)
  })
})
