import { useSyncExternalStore } from 'react'

/** Tailwind's `xl`: from here on the outline has room beside the lesson. */
const WIDE = '(min-width: 80rem)'

const query = () => (typeof matchMedia === 'function' ? matchMedia(WIDE) : null)
const subscribe = (changed: () => void) => {
  const watched = query()
  watched?.addEventListener('change', changed)
  return () => watched?.removeEventListener('change', changed)
}

/** What stands only on wide screens is not made on the others: an outline of hundreds of topics is work for a phone. */
export const useWide = (): boolean => useSyncExternalStore(subscribe, () => query()?.matches ?? true)
