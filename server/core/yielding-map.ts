import { setImmediate as pause } from 'node:timers/promises'

/** So long one piece of work may keep every other caller waiting. */
const INTERVAL_MS = 20

/** `list.map(work)` in stretches, with room for everybody else between them. */
export const yieldingMap = async <T, R>(
  list: readonly T[],
  work: (one: T, at: number) => R,
): Promise<R[]> => {
  const done: R[] = []
  let began = performance.now()
  for (const [at, one] of list.entries()) {
    done.push(work(one, at))
    if (performance.now() - began < INTERVAL_MS) continue
    await pause()
    began = performance.now()
  }
  return done
}
