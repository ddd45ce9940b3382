import { useCallback, useSyncExternalStore } from 'react'

/** Tailwind's `lg` and `xl`. */
export const LARGE = '(min-width: 64rem)'
export const EXTRA_LARGE = '(min-width: 80rem)'

/**
 * Whether the media query matches; true where `matchMedia` is missing. Use it to skip rendering on small
 * screens: a hidden outline of hundreds of topics is still work for a phone.
 */
export const useMediaQuery = (query: string): boolean => {
  const readList = () => (typeof matchMedia === 'function' ? matchMedia(query) : null)
  const subscribe = useCallback(
    (changed: () => void) => {
      const list = typeof matchMedia === 'function' ? matchMedia(query) : null
      list?.addEventListener('change', changed)
      return () => list?.removeEventListener('change', changed)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => readList()?.matches ?? true)
}
