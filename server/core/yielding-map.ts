import { setImmediate as pause } from 'node:timers/promises'

/** How long the work may block the event loop at a time. */
const YIELD_EVERY_MS = 20

/** Like `list.map(work)`, but yields to the event loop between chunks. */
export const yieldingMap = async <T, R>(
  list: readonly T[],
  work: (item: T, index: number) => R,
): Promise<R[]> => {
  const results: R[] = []
  let startedAt = performance.now()
  for (const [index, item] of list.entries()) {
    results.push(work(item, index))
    if (performance.now() - startedAt < YIELD_EVERY_MS) continue
    await pause()
    startedAt = performance.now()
  }
  return results
}
