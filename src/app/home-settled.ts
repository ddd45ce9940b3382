import { useEffect, useSyncExternalStore } from 'react'

let isSettled = false
const listeners = new Set<() => void>()

const settle = (next: boolean): void => {
  isSettled = next
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** True while the home is on the screen, has its data, and asks a new learner nothing: notices may open over it. */
export const useIsHomeSettled = (): boolean => useSyncExternalStore(subscribe, () => isSettled)

/** Called by what the home shows. */
export const useSettleHome = (isReady: boolean): void =>
  useEffect(() => {
    if (!isReady) return
    settle(true)
    return () => settle(false)
  }, [isReady])
