/** A queue without a disk: it lives as long as its page. */
import { createQueue } from './queue.ts'
import type { QueueRules } from './queue-types.ts'

export const noDisk = { load: () => Promise.resolve([]), change: () => Promise.resolve(false) }

export const later = (action: () => void, ms: number) => {
  const timer = setTimeout(action, ms)
  return () => clearTimeout(timer)
}

export const createMemoryQueue = <E, A>(rules: QueueRules<E>, send: (entry: E) => Promise<A>) =>
  createQueue<E, A>({ ...rules, disk: noDisk, exclusively: (work) => work(), later, send })
