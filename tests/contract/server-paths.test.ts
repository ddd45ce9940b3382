import { expect, it } from 'vitest'
import { isBelow } from '#contract/path-below.ts'
import { API_PREFIXES, SERVER_PATHS } from '#contract/server-paths.ts'

it('derives the prefixes of the API from the endpoints', () => {
  expect(API_PREFIXES).toEqual(['/accounts', '/activity', '/api', '/community-forum'])
})

it.each([
  ['/api', true],
  ['/api/clients/7/', true],
  ['/api-docs', false],
  ['/dev/outbox/3', true],
  ['/dev/ui', false],
  ['/files/7/a.png', true],
  ['/learn', false],
])('finds whether %s belongs to the server', (path, expected) => {
  expect(isBelow(SERVER_PATHS, path)).toBe(expected)
})
