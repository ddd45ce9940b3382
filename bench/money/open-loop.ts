/** Calls at even intervals, whatever the answers take; each is timed from when it was due, so that a queue is seen. */
export interface OpenLoop {
  readonly sorted: readonly number[]
  readonly errors: number
  readonly seconds: number
}

export const openLoop = async (
  calls: readonly (() => Promise<boolean>)[],
  perSecond: number,
): Promise<OpenLoop> => {
  const durations: number[] = []
  let errors = 0
  const begun = performance.now()
  const timed = async (call: () => Promise<boolean>, due: number) => {
    const isRight = await call().catch(() => false)
    durations.push(performance.now() - due)
    if (!isRight) errors += 1
  }
  const running: Promise<void>[] = []
  for (const [index, call] of calls.entries()) {
    const due = begun + (index * 1000) / perSecond
    const wait = due - performance.now()
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
    running.push(timed(call, due))
  }
  await Promise.all(running)
  return { sorted: durations.toSorted((a, b) => a - b), errors, seconds: (performance.now() - begun) / 1000 }
}

export const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
