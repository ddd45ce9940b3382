import { useCallback, useSyncExternalStore } from 'react'

/** Tailwind's `lg` and `xl`. */
export const LARGE = '(min-width: 64rem)'
export const EXTRA_LARGE = '(min-width: 80rem)'

/**
 * Whether the screen is so. What stands only on wide screens is not made on the others: an outline of hundreds of
 * topics, hidden or not, is work for a phone. True where nobody can say.
 */
export const useMediaQuery = (query: string): boolean => {
  const watched = () => (typeof matchMedia === 'function' ? matchMedia(query) : null)
  const subscribe = useCallback(
    (changed: () => void) => {
      const list = typeof matchMedia === 'function' ? matchMedia(query) : null
      list?.addEventListener('change', changed)
      return () => list?.removeEventListener('change', changed)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => watched()?.matches ?? true)
}
