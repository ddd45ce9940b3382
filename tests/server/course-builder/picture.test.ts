import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { cleanPicture, SIDE_MAX } from '#server/features/course-builder/picture.ts'
import { exif, gif, jpeg, jpegWith, pngOf, pngText } from './picture-files.ts'

const SECRET = 'PK-secret-<script>alert(1)</script>'
const withTrailingSecret = (picture: Buffer) => Buffer.concat([picture, Buffer.from(SECRET)])
const webp = await readFile(
  new URL('../../../server/demo/content/media/list-positions.webp', import.meta.url),
)

describe('pictures', () => {
  it.each([
    ['png', pngOf()],
    ['jpg', jpeg],
    ['gif', gif],
    ['webp', webp],
  ])('leaves a clean %s unchanged', (ending, picture) => {
    const once = cleanPicture(ending, picture)

    expect(once).not.toBeNull()
    expect(once?.length).toBeGreaterThan(20)
    expect(once && cleanPicture(ending, once)).toEqual(once)
  })

  it.each([
    ['png', withTrailingSecret(pngOf())],
    ['jpg', withTrailingSecret(jpeg)],
    ['gif', withTrailingSecret(gif)],
    ['webp', withTrailingSecret(webp)],
    ['png', pngOf(2, 2, [pngText(SECRET)])],
    ['jpg', jpegWith(0xfe, Buffer.from(SECRET))],
    ['jpg', jpegWith(0xe1, exif(6, SECRET))],
    ['jpg', jpegWith(0xed, Buffer.from(SECRET))],
  ])('removes hidden data from a %s', (ending, picture) => {
    // Control: the secret was there.
    expect(picture.includes('secret')).toBe(true)

    const clean = cleanPicture(ending, picture)

    expect(clean).not.toBeNull()
    expect(clean?.includes('secret')).toBe(false)
  })

  it("keeps a photo's orientation and drops its location", () => {
    const clean = cleanPicture('jpg', jpegWith(0xe1, exif(6, SECRET)))

    const at = clean?.indexOf('Exif') ?? -1
    expect(at).toBeGreaterThan(0)
    expect(clean?.readUInt16BE(at + 24)).toBe(6)
  })

  it.each([
    ['png', pngOf(20_000, 20_000)],
    ['png', pngOf(SIDE_MAX + 1, 1)],
    ['png', pngOf().subarray(0, -6)],
    ['png', Buffer.from('\x89PNG\r\n\x1a\n<script>alert(1)</script>', 'latin1')],
    ['jpg', jpeg.subarray(0, -20)],
    ['jpg', Buffer.from([0xff, 0xd8, 0xff, 0xd9])],
    ['gif', gif.subarray(0, 20)],
    ['gif', Buffer.from('GIF89a/*<svg/onload=alert(1)>*/=1;')],
    ['webp', webp.subarray(0, 200)],
    ['webp', Buffer.from('RIFF\x04\0\0\0WEBP', 'latin1')],
    ['svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
  ])('rejects a %s that is broken, too large or fake', (ending, bytes) => {
    expect(cleanPicture(ending, bytes)).toBeNull()
  })
})
