/**
 * The longest time for which one turn of the event loop kept this thread busy while `work` ran. Counts the thread's
 * CPU time, so that other programs on the machine do not disturb the measurement.
 */
export const longestTurnMs = async (work: () => Promise<unknown>): Promise<number> => {
  let longest = 0
  let isRunning = true
  let last = cpuMs()
  const measure = () => {
    const now = cpuMs()
    longest = Math.max(longest, now - last)
    last = now
    if (isRunning) setImmediate(measure)
  }
  const started = new Promise<void>((resolve) => {
    setImmediate(() => {
      last = cpuMs()
      measure()
      resolve()
    })
  })
  await started
  try {
    await work()
  } finally {
    isRunning = false
    measure()
  }
  return longest
}

const cpuMs = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** No request may keep the event loop busy for longer. */
export const TURN_MAX_MS = 50
const TRIES = 3

/** The {@link longestTurnMs} of the best of three tries: the garbage collector may run in any one of them. */
export const usualTurnMs = async (work: (attempt: number) => Promise<unknown>): Promise<number> => {
  let longest = Infinity
  for (let attempt = 0; attempt < TRIES && longest >= TURN_MAX_MS; attempt += 1)
    longest = Math.min(longest, await longestTurnMs(() => work(attempt)))
  return longest
}
