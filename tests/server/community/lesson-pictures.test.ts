/** A picture of a lesson that somebody copies into a post. */
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { storeFile } from '#server/features/files/index.ts'
import { CLIENT, OTHER_CLIENT, startWorld, type World } from './world.ts'

let world: World
/** Stable paths. */
let picture: string
let video: string
beforeAll(async () => {
  world = await startWorld()
  const content = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  const { config } = world.server
  picture = await storeFile(config.dataDir, CLIENT, { words: 'diagram', ending: 'png', content })
  await storeFile(config.dataDir, OTHER_CLIENT, { words: 'diagram', ending: 'png', content })
  const bytes = Buffer.from('no picture')
  video = await storeFile(config.dataDir, CLIENT, { words: 'film', ending: 'mp4', content: bytes })
})
afterAll(() => world.server.close())

/** As the server gave it to this person. */
const signedFor = (user: number, url: string) => {
  const { core, clock } = world.server
  return core.fileAccess
    .addressesFor({ clientId: CLIENT, sessionId: `s${user}` }, clock.now())
    .address(url, 'own')
}
const postedBy = async (user: number, address: string): Promise<string> =>
  (await world.thread(user, { body: `<p>See</p><img src="${address}" alt="d">` })).body
const statusOf = async (html: string) => {
  const url = /src="([^"]+)"/.exec(html)?.[1] ?? ''
  return (await world.server.app.inject({ url })).statusCode
}

it.each([
  ['a path', ''],
  ['an address with its host', 'https://learn.example.org'],
])('becomes a picture of the post that everybody sees, copied as %s', async (_name, origin) => {
  const body = await postedBy(world.asha, origin + signedFor(world.asha, picture))
  expect(body).toMatch(/<img src="\/files\/7\/post\.[a-f0-9]{20}\.\w+" alt="d" \/>/)
  expect(await statusOf(body)).toBe(200)
})

it('is not copied by a foreign or expired address, nor by that of a video', async () => {
  const own = signedFor(world.asha, picture)
  const posts = [
    await postedBy(world.asha, signedFor(world.ben, picture)),
    await postedBy(world.asha, own.replace(`/files/${CLIENT}/`, `/files/${OTHER_CLIENT}/`)),
    await postedBy(world.asha, signedFor(world.asha, video)),
  ]
  world.server.clock.advance(13 * 3_600_000)
  posts.push(await postedBy(world.asha, own))
  for (const body of posts) {
    expect(body).not.toContain('/post.')
    expect(await statusOf(body)).not.toBe(200)
  }
})
