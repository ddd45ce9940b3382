import { afterPaint } from '#src/shared/lib/after-paint.ts'

export interface Notifier {
  /** Something was written: told soon, however many letters it holds by then. */
  later: () => void
  /** What is still to be told, at once: before the text is sent, left or closed. */
  now: () => void
}

/** Letters typed one after the other are told together. */
export const TOGETHER_MS = 250

/**
 * A letter stands before anything is made of it: writing a long text out as HTML, and what the page does with that,
 * would keep the letter itself, or the next one, waiting on a slow phone.
 */
export const tellLater = (tell: () => void): Notifier => {
  let due = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const now = () => {
    clearTimeout(timer)
    if (!due) return
    due = false
    tell()
  }
  return {
    now,
    later: () => {
      if (due) return
      due = true
      timer = setTimeout(() => afterPaint(now), TOGETHER_MS)
    },
  }
}
