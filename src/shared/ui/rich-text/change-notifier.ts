import { afterPaint } from '#src/shared/lib/after-paint.ts'

export interface Notifier {
  /** Records a change: the callback runs soon, once for all changes until then. */
  schedule: () => void
  /** Runs a pending callback at once: before the text is sent, left or closed. */
  flush: () => void
}

/** Changes within this time share one callback. */
export const BATCH_MS = 250

/**
 * Batches change notifications and runs them after the next paint. Serialising a long text to HTML would
 * delay the typed letter, or the next one, on a slow phone.
 */
export const createNotifier = (notify: () => void): Notifier => {
  let isPending = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = () => {
    clearTimeout(timer)
    if (!isPending) return
    isPending = false
    notify()
  }
  return {
    flush,
    schedule: () => {
      if (isPending) return
      isPending = true
      timer = setTimeout(() => afterPaint(flush), BATCH_MS)
    },
  }
}
