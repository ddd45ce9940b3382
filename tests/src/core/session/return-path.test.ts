import fc from '#tests/support/property.ts'
import { describe, expect, it } from 'vitest'
import { isAuthPath, isKnownPath, nearestParent } from '#src/core/routes.ts'
import { isSafeReturnPath, rememberReturnPath, takeReturnPath } from '#src/core/session/return-path.ts'

const ORIGIN = 'https://learn.example'

/** What a browser makes of a path that is handed to it. */
const arrivesAt = (path: string) => new URL(path, `${ORIGIN}/login`)

const evil = [
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/%5cevil.example',
  '/%5Cevil.example',
  '/%255cevil.example/courses',
  'https://evil.example/courses',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)//courses',
  'data:text/html,x',
  '/\tevil',
  '/\n/evil.example',
  '/\u0000courses',
  '/courses\r\nx',
  '/%2f%2fevil.example',
  '/%252f%252fevil.example',
  '/courses/../../evil',
  '/courses/..//evil.example',
  '@evil.example',
  '/@evil.example',
  '//user@evil.example/courses',
  '/。evil.example',
  '/／evil.example',
  '／／evil.example',
  '/login',
  '/login/',
  '/signup?ref=x',
  '/forgot-password',
  '/otp#x',
  '/courses/../login',
  '/./login',
  '/%6cogin',
  '/unknown',
  '',
  'courses',
  ' /courses',
  `/courses?${'a'.repeat(2048)}`,
]

/** Pieces that attackers combine. */
const piece = fc.constantFrom(
  '/',
  '//',
  '\\',
  '%5c',
  '%2f',
  '%252f',
  '..',
  '.',
  '@',
  ':',
  'javascript:',
  'evil.example',
  'login',
  'courses',
  '12',
  '?',
  '#',
  '&',
  '=',
  ' ',
  '\t',
  '\n',
  '\r',
  '\u0000',
  '\u2028',
  '。',
  '／',
  '\u202e',
  '%00',
  '%0a',
  '%',
  'https:',
  'signup',
)
const crafted = fc.array(piece, { maxLength: 9 }).map((parts) => parts.join(''))

/** A check of the kind one finds in the wild. */
const naive = (path: string) => path.startsWith('/')

const harmful = (path: string, accepts: (path: string) => boolean) => {
  if (!accepts(path)) return false
  const url = arrivesAt(path)
  return url.origin !== ORIGIN || isAuthPath(decodeURIComponent(url.pathname))
}

describe('return path (rules; C9)', () => {
  it.each(evil)('drops %j', (path) => {
    expect(isSafeReturnPath(path, ORIGIN)).toBe(false)
  })

  it.each([
    '/',
    '/courses',
    '/courses/12',
    '/learn/course/3/4?item=2#top',
    '/admin/dashboard',
    '/courses?search=50%25',
  ])('keeps %j', (path) => {
    expect(isSafeReturnPath(path, ORIGIN)).toBe(true)
  })

  it('accepts of 5,000 crafted strings only those of this origin off the sign-in pages', () => {
    let accepted = 0
    fc.assert(
      fc.property(
        fc.oneof(
          crafted,
          crafted.map((tail) => `/courses${tail}`),
          fc.string(),
        ),
        (path) => {
          if (isSafeReturnPath(path, ORIGIN)) accepted += 1
          expect(harmful(path, (given) => isSafeReturnPath(given, ORIGIN))).toBe(false)
        },
      ),
      { numRuns: 5000 },
    )
    expect(accepted).toBeGreaterThan(20)
  })

  it('control: the usual naive check accepts harmful strings', () => {
    expect(evil.filter((path) => harmful(path, naive)).length).toBeGreaterThan(5)
  })

  it('checks a path from storage again before use', () => {
    sessionStorage.setItem('return_path', JSON.stringify({ path: '//evil.example', userId: null }))
    expect(takeReturnPath()).toBe('/')
  })

  it('returns a remembered path once', () => {
    rememberReturnPath('/courses/5?x=1')
    expect(takeReturnPath()).toBe('/courses/5?x=1')
    expect(takeReturnPath()).toBe('/')
  })

  it('sends another person home instead of to the path of a lost session', () => {
    rememberReturnPath('/courses/5', 1)
    expect(takeReturnPath(2)).toBe('/')
    rememberReturnPath('/courses/5', 1)
    expect(takeReturnPath(1)).toBe('/courses/5')
  })
})

describe('unknown paths (spec 2)', () => {
  it.each([
    ['/courses/5/reviews', '/courses/5'],
    ['/courses/5/a/b/c', '/courses/5'],
    ['/learn/course/3', '/learn'],
    ['/learn/course', '/learn'],
    ['/learn/course/3/4/5', '/learn/course/3/4'],
    ['/admin/dashboard/x', '/admin/dashboard'],
    ['/login/x', null],
    ['/nowhere', null],
    ['/admin/nothing', null],
  ])('finds for %s the nearest parent %s', (path, parent) => {
    expect(isKnownPath(path)).toBe(false)
    expect(nearestParent(path)).toBe(parent)
  })
})
