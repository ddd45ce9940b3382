/** Rows that came back to the outbox while pages are open: decrypted for their owner, or moved from a former build. */
const listeners = new Set<() => void>()

export const onReturned = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const notifyReturned = () => {
  for (const listener of listeners) listener()
}
