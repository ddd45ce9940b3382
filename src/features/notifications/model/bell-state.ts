/** How many wait, for the bell: light, because the top bar is part of the first view. */
import { useSyncExternalStore } from 'react'

export interface BellState {
  readonly unread: number
  /** "3 unread notifications" in the person's language; null while nothing waits. */
  readonly label: string | null
}

const NOTHING: BellState = { unread: 0, label: null }
let state = NOTHING
const listeners = new Set<() => void>()

export const setBellState = (next: BellState = NOTHING) => {
  if (next.unread === state.unread && next.label === state.label) return
  state = next
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useBellState = (): BellState => useSyncExternalStore(subscribe, () => state)
