import { useSyncExternalStore } from 'react'
import { keys } from '#src/core/storage/keys.ts'
import { safeLocal } from '#src/core/storage/safe-storage.ts'

const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
const read = () => safeLocal.get(keys.navCollapsed) === 'true'

const toggle = () => {
  safeLocal.set(keys.navCollapsed, String(!read()))
  for (const listener of listeners) listener()
}

/** Whether the side navigation is collapsed; stored on the device and shared by both navigations. */
export const useNavCollapsed = () => [useSyncExternalStore(subscribe, read), toggle] as const
