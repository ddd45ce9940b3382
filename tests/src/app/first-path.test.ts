import { describe, expect, it } from 'vitest'
import { guardFirstPath } from '#src/app/startup/first-path.ts'

/** Where a visitor who is signed out ends up. */
const open = (address: string): string => {
  window.history.replaceState(null, '', address)
  guardFirstPath()
  return window.location.pathname + window.location.search
}

describe('a private address opened signed out', () => {
  it('keeps the language of the link for the sign-in page', () => {
    expect(open('/courses?page=2&lng=ar')).toBe('/login?lng=ar')
    expect(open('/courses?lng=a%26b')).toBe('/login?lng=a%26b')
  })
  it('takes nothing else of the link along', () => {
    expect(open('/courses?page=2')).toBe('/login')
  })
})
