import { afterInteractive } from '#src/core/after-interactive.ts'

/** Starts to follow the account's choice of display after the page can be used; returns a function to stop it. */
export const followDisplay = (): (() => void) => {
  let isStopped = false
  let stop: (() => void) | null = null
  void afterInteractive()
    .then(() => import('./sync-display.ts'))
    .then(({ startDisplaySync }) => {
      if (!isStopped) stop = startDisplaySync()
    })
    // Its code did not load (offline): the next page load retries.
    .catch(() => undefined)
  return () => {
    isStopped = true
    stop?.()
  }
}
