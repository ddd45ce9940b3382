import fc from 'fast-check'
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

describe('return path (RULES, C9)', () => {
  it.each(evil)('given %j, when it is checked, then it is dropped', (path) => {
    expect(isSafeReturnPath(path, ORIGIN)).toBe(false)
  })

  it.each([
    '/',
    '/courses',
    '/courses/12',
    '/learn/course/3/4?item=2#top',
    '/admin/dashboard',
    '/courses?search=50%25',
  ])('given %j, when it is checked, then it is kept', (path) => {
    expect(isSafeReturnPath(path, ORIGIN)).toBe(true)
  })

  it('given 5,000 crafted strings, when an accepted one is followed, then it stays here and off the sign-in pages', () => {
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

  it('given the usual naive check, when the same strings are tried, then some do harm (control)', () => {
    expect(evil.filter((path) => harmful(path, naive)).length).toBeGreaterThan(5)
  })

  it('given a path put into storage by hand, when it is used, then it is checked again', () => {
    sessionStorage.setItem('return_path', JSON.stringify({ path: '//evil.example', userId: null }))
    expect(takeReturnPath()).toBe('/')
  })

  it('given a remembered path, when it is taken, then it is there once', () => {
    rememberReturnPath('/courses/5?x=1')
    expect(takeReturnPath()).toBe('/courses/5?x=1')
    expect(takeReturnPath()).toBe('/')
  })

  it('given the path of a lost session, when somebody else signs in, then they go home', () => {
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
  ])('given %s, when the nearest parent is sought, then it is %s', (path, parent) => {
    expect(isKnownPath(path)).toBe(false)
    expect(nearestParent(path)).toBe(parent)
  })
})
