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

/** True once the home has its data and shows no welcome questions, so that a notice may cover it. */
export const useIsHomeSettled = (): boolean => useSyncExternalStore(subscribe, () => isSettled)

/** Called by what the home shows. */
export const useSettleHome = (isReady: boolean): void =>
  useEffect(() => {
    if (!isReady) return
    settle(true)
    return () => settle(false)
  }, [isReady])
