import { readFile } from 'node:fs/promises'
import { performance } from 'node:perf_hooks'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { PIXELS_MAX, reencodePicture, SIDE_MAX } from '#server/core/pictures/picture.ts'
import { exif, gif, jpeg, jpegWith, pngOf, pngText } from '../course-builder/picture-files.ts'

const SECRET = 'PK-secret-<script>alert(1)</script>'
const withTrailer = (picture: Buffer) => Buffer.concat([picture, Buffer.from(SECRET)])
const webp = await readFile(
  new URL('../../../server/demo/content/media/list-positions.webp', import.meta.url),
)
// Made before the library is told to read four formats only.
const red = sharp({ create: { width: 40, height: 30, channels: 3, background: 'red' } })
const [tiff, avif, losslessWebp, palettePng, photo] = await Promise.all([
  red.clone().tiff().toBuffer(),
  red.clone().avif().toBuffer(),
  red.clone().webp({ lossless: true }).toBuffer(),
  red.clone().png({ palette: true }).toBuffer(),
  sharp({ create: { width: 4000, height: 3000, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer(),
])
const frames = await Promise.all(
  ['red', 'lime', 'blue'].map((background) =>
    sharp({ create: { width: 8, height: 6, channels: 3, background } })
      .png()
      .toBuffer(),
  ),
)
const animation = sharp(frames, { join: { animated: true } })
const [animatedGif, animatedWebp] = await Promise.all([
  animation
    .clone()
    .gif({ loop: 0, delay: [100, 200, 300] })
    .toBuffer(),
  animation
    .clone()
    .webp({ loop: 0, delay: [100, 200, 300] })
    .toBuffer(),
])

const pixelsOf = (picture: Buffer) => sharp(picture, { animated: true }).ensureAlpha().raw().toBuffer()

describe('pictures', () => {
  it.each([
    ['png', 'image/png', pngOf()],
    ['png', 'image/png', palettePng],
    ['gif', 'image/gif', gif],
    ['webp', 'image/webp', losslessWebp],
  ])('keeps every pixel of a %s', async (ending, mime, picture) => {
    const encoded = await reencodePicture(picture)

    expect(encoded).toMatchObject({ ending, mime })
    expect(encoded && (await pixelsOf(encoded.content))).toEqual(await pixelsOf(picture))
  })

  it.each([
    ['jpg', 'image/jpeg', jpeg],
    ['webp', 'image/webp', webp],
  ])(
    'keeps format and size of a %s, and encodes it the same way each time',
    async (ending, mime, picture) => {
      const encoded = await reencodePicture(picture)

      expect(encoded).toMatchObject({ ending, mime })
      const [before, after] = await Promise.all(
        [picture, encoded?.content ?? Buffer.alloc(0)].map((bytes) => sharp(bytes).metadata()),
      )
      expect([after?.width, after?.height]).toEqual([before?.width, before?.height])
      expect(await reencodePicture(picture)).toEqual(encoded)
    },
  )

  it.each([
    ['gif', animatedGif],
    ['webp', animatedWebp],
  ])('keeps the frames, the times and the loop of an animated %s', async (_format, picture) => {
    const encoded = await reencodePicture(picture)

    expect(encoded && (await sharp(encoded.content, { animated: true }).metadata())).toMatchObject({
      pages: 3,
      delay: [100, 200, 300],
      loop: 0,
      pageHeight: 6,
    })
  })

  it.each([
    ['png with a trailer', withTrailer(pngOf())],
    ['jpg with a trailer', withTrailer(jpeg)],
    ['gif with a trailer', withTrailer(gif)],
    ['webp with a trailer', withTrailer(webp)],
    ['png with a text', pngOf(2, 2, [pngText(SECRET)])],
    ['jpg with a comment', jpegWith(0xfe, Buffer.from(SECRET))],
    ['jpg with camera data', jpegWith(0xe1, exif(6, SECRET))],
    ['jpg with Photoshop data', jpegWith(0xed, Buffer.from(SECRET))],
  ])('removes what does not belong to the picture from a %s', async (_what, picture) => {
    // The control: it was there.
    expect(picture.includes('secret')).toBe(true)

    const encoded = await reencodePicture(picture)

    expect(encoded).not.toBeNull()
    expect(encoded?.content.includes('secret')).toBe(false)
    expect(encoded?.content.includes('Exif')).toBe(false)
  })

  it('turns a photo upright instead of keeping how the camera was held', async () => {
    const { width, height } = await sharp(jpeg).metadata()
    expect(width).not.toBe(height)

    const encoded = await reencodePicture(jpegWith(0xe1, exif(6, SECRET)))

    const turned = encoded && (await sharp(encoded.content).metadata())
    expect(turned).toMatchObject({ width: height, height: width })
    expect(turned?.orientation).toBeUndefined()
  })

  it.each([
    ['a png of 400 megapixels', pngOf(20_000, 20_000)],
    ['a png with a side above the limit', pngOf(SIDE_MAX + 1, 1)],
    ['a png that says one pixel row too many', pngOf(6000, PIXELS_MAX / 6000 + 1)],
    ['a png without its drawing', pngOf(2000, 2000)],
    ['a png signature before a script', Buffer.from('\x89PNG\r\n\x1a\n<script>alert(1)</script>', 'latin1')],
    ['half a png', pngOf().subarray(0, 50)],
    ['half a jpg', jpeg.subarray(0, -20)],
    ['an empty jpg', Buffer.from([0xff, 0xd8, 0xff, 0xd9])],
    ['half a gif', gif.subarray(0, 20)],
    ['a gif that is a script', Buffer.from('GIF89a/*<svg/onload=alert(1)>*/=1;')],
    ['half a webp', webp.subarray(0, 200)],
    ['an empty webp', Buffer.from('RIFF\x04\0\0\0WEBP', 'latin1')],
    [
      'an svg',
      Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
      ),
    ],
    ['a tiff', tiff],
    ['an avif', avif],
    ['a file name', Buffer.from('/etc/passwd')],
    ['nothing', Buffer.alloc(0)],
  ])('refuses %s', async (_what, bytes) => {
    expect(await reencodePicture(bytes)).toBeNull()
  })

  it('leaves the event loop free while it encodes a photo of 12 megapixels', async () => {
    const before = performance.eventLoopUtilization()

    expect(await reencodePicture(photo)).not.toBeNull()

    expect(performance.eventLoopUtilization(before).utilization).toBeLessThan(0.5)
  })

  it.skipIf(process.platform !== 'linux')(
    'refuses a picture that crashes its process, and no other',
    async () => {
      await reencodePicture(gif)
      const crashing = reencodePicture(photo)
      const next = reencodePicture(gif)
      process.kill(await pictureProcess(), 'SIGSEGV')

      expect(await crashing).toBeNull()
      expect(await next).not.toBeNull()
    },
  )
})

const pictureProcess = async (): Promise<number> => {
  const children = (await readFile(`/proc/self/task/${process.pid}/children`, 'utf8')).trim().split(' ')
  for (const child of children)
    if ((await readFile(`/proc/${child}/cmdline`, 'utf8')).includes('picture-process')) return Number(child)
  throw new Error('no process for pictures runs')
}
