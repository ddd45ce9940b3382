import { progressQueue } from './live-queue.ts'

/** Sends unsent progress now and whenever the connection is back. Returns a function that stops it. */
export const sendPending = (onSent?: () => void): (() => void) => {
  const queue = progressQueue()
  const flush = () => void queue.flush()
  const unsubscribe = queue.subscribe(onSent ? { accepted: onSent } : {})
  flush()
  window.addEventListener('online', flush)
  return () => {
    unsubscribe()
    window.removeEventListener('online', flush)
  }
}
