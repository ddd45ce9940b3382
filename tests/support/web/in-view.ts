import { vi } from 'vitest'

/** jsdom has no layout, so elements come into view only when the test says so. */
export const stubInView = () => {
  let notifyObserver: ((entries: { isIntersecting: boolean }[]) => void) | null = null
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
        notifyObserver = callback
      }
      observe() {}
      disconnect() {}
    },
  )
  return { watched: () => notifyObserver !== null, comes: () => notifyObserver?.([{ isIntersecting: true }]) }
}
