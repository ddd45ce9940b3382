/** The bell's unread count, in a small module: the top bar is part of the first view. */
import { useSyncExternalStore } from 'react'

export interface BellState {
  readonly unread: number
  /** "3 unread notifications" in the person's language; null without unread ones. */
  readonly label: string | null
}

const EMPTY: BellState = { unread: 0, label: null }
let state = EMPTY
const listeners = new Set<() => void>()

export const setBellState = (next: BellState = EMPTY) => {
  if (next.unread === state.unread && next.label === state.label) return
  state = next
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useBellState = (): BellState => useSyncExternalStore(subscribe, () => state)
