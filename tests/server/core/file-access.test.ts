import { describe, expect, it } from 'vitest'
import { createFileAccess } from '#server/core/files/file-access.ts'

const NOW = new Date('2026-11-21T10:00:00Z')
const NAME = 'course-image.0123456789abcdef0123.webp'
const files = createFileAccess(Buffer.alloc(32, 1)).addressesFor({ clientId: 7, sessionId: 'abc' }, NOW)

describe('addresses in sanitized HTML', () => {
  it('signs pictures of this client only', () => {
    const html = (url: string) => files.html(`<p>x</p><img src="${url}" alt="A kite" />`, 'own')
    expect(html(`/files/7/${NAME}`)).toMatch(/<img src="\/files\/7\/signed\/[^"]+" alt="A kite" \/>/)
    for (const url of [
      `/files/8/${NAME}`,
      `https://example.org/files/7/${NAME}`,
      '/brand/7/logo.png',
      '/files/7/other.webp',
    ])
      expect(html(url)).toBe(`<p>x</p><img src="${url}" alt="A kite" />`)
  })

  it('takes a time that grows with the length of a hostile text, not with its square', () => {
    for (const part of ['<img ', '<img src="', '<img src="/files/7/', '<img a src=" src="', ' src="']) {
      const startedAt = performance.now()
      files.html(part.repeat(Math.floor(500_000 / part.length)), 'own')
      // With the square of the length it takes more than 10 s.
      expect(performance.now() - startedAt, part).toBeLessThan(500)
    }
  })
})
