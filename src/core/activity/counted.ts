/** How many seconds of today the server has counted, told after each accepted interval. */
type Listener = (todaySeconds: number) => void

const listeners = new Set<Listener>()

export const onCounted = (listener: Listener): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const notifyCounted = (todaySeconds: number): void => {
  for (const listener of listeners) listener(todaySeconds)
}
