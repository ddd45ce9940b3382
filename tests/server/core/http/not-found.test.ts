import { expect, it } from 'vitest'
import { readableParent } from '#server/core/http/not-found.ts'

it('keeps what is readable of an address', () => {
  expect(readableParent('/assessment/3/%E0%A4%A')).toBe('/assessment/3')
  expect(readableParent('/assessment/3/%zz/more?x=1')).toBe('/assessment/3')
  expect(readableParent('/courses/%E0%A4%95/%')).toBe('/courses/%E0%A4%95')
  expect(readableParent('/%')).toBe('/')
})

it('never leads to another site', () => {
  for (const url of [
    '//evil.test/%zz',
    '/\\evil.test/%zz',
    '///evil.test/%',
    '/%5cevil.test/%',
    '/\t/evil.test/%',
  ])
    expect(readableParent(url), url).toMatch(/^\/(?![/\\])/)
  expect(readableParent('//evil.test/%zz')).toBe('/evil.test')
  expect(readableParent('/\\evil.test/%zz')).toBe('/')
})
