import { progressQueue } from './live-queue.ts'

/** Sends what an earlier visit left behind, now and whenever the connection is back. */
export const sendPending = (onSent?: () => void): (() => void) => {
  const queue = progressQueue()
  const flush = () => void queue.flush()
  const leave = queue.subscribe(onSent ? { accepted: onSent } : {})
  flush()
  window.addEventListener('online', flush)
  return () => {
    leave()
    window.removeEventListener('online', flush)
  }
}
