import { afterPaint } from '#src/shared/lib/after-paint.ts'

export interface Telling {
  /** Something was written: told with the next frame, however many letters it holds. */
  later: () => void
  /** What is still to be told, at once: before the text is sent, left or closed. */
  now: () => void
}

/**
 * A letter stands before anything is made of it: writing a long text out as HTML, and what the page does with that,
 * would keep the letter itself waiting on a slow phone.
 */
export const tellLater = (tell: () => void): Telling => {
  let due = false
  const now = () => {
    if (!due) return
    due = false
    tell()
  }
  return {
    now,
    later: () => {
      if (due) return
      due = true
      afterPaint(now)
    },
  }
}
