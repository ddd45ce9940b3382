import { vi } from 'vitest'

/**
 * jsdom never lays anything out: what is watched comes into view when a test says so, and not before. `watched` tells
 * whether anything is.
 */
export const stubInView = () => {
  let tell: ((entries: { isIntersecting: boolean }[]) => void) | null = null
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
        tell = callback
      }
      observe() {}
      disconnect() {}
    },
  )
  return { watched: () => tell !== null, comes: () => tell?.([{ isIntersecting: true }]) }
}
