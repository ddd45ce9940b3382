/** When the worker is asked for a new version (spec 8, 9). */
import { noteWorker } from './worker-status.ts'

const EVERY_MS = 30 * 60_000
/** On becoming visible at most once in this time. */
const VISIBLE_MS = 30_000
const FAILURES_BEFORE_PAUSE = 3
const PAUSE_MS = 10 * 60_000
/** Chromium looks for no newer worker while a tab is being loaded, and may then say nothing at all. */
const PATIENCE_MS = 60_000

export interface CheckParts {
  check: () => Promise<unknown>
  now: () => number
}

/** Fails when there is no answer in time: one that never comes would keep all later checks from being made. */
const inTime = (work: Promise<unknown>): Promise<unknown> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('no answer')), PATIENCE_MS)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/** Timers are throttled in hidden tabs: becoming visible and coming online ask by the clock. */
export const createUpdateChecks = ({ check, now }: CheckParts) => {
  let lastAt: number | null = null
  let failures = 0
  let pausedUntil = 0
  let running: Promise<void> | null = null

  const ask = async () => {
    lastAt = now()
    try {
      await inTime(check())
      failures = 0
      noteWorker({ lastCheckAt: lastAt, lastCheckFailed: false, failures, pausedUntil: null })
    } catch (error) {
      failures += 1
      if (failures > FAILURES_BEFORE_PAUSE) pausedUntil = now() + PAUSE_MS
      noteWorker({
        lastCheckAt: lastAt,
        lastCheckFailed: true,
        failures,
        pausedUntil: pausedUntil > now() ? pausedUntil : null,
      })
      console.info('The check for a new version failed', error)
      // After the pause three more may fail before the next one.
      if (failures > FAILURES_BEFORE_PAUSE) failures = 0
    }
  }

  /** A check unless one runs or a pause is on. */
  const run = (): Promise<void> => {
    if (now() < pausedUntil) return running ?? Promise.resolve()
    running ??= ask().finally(() => {
      running = null
    })
    return running
  }
  /** Becoming visible: at most once in 30 seconds. */
  const runSeldom = (): Promise<void> =>
    lastAt !== null && now() - lastAt < VISIBLE_MS ? Promise.resolve() : run()
  return { run, runSeldom }
}

/** Every 30 minutes, on becoming visible and on coming online; returns what asks at once. */
export const startUpdateChecks = (check: () => Promise<unknown>): (() => Promise<void>) => {
  const { run, runSeldom } = createUpdateChecks({ check, now: Date.now })
  setInterval(() => void run(), EVERY_MS)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void runSeldom()
  })
  window.addEventListener('online', () => void run())
  return run
}
