import type { QueryClient } from '@tanstack/react-query'
import { afterInteractive } from '#src/core/after-interactive.ts'
import { loadBell } from '#src/features/notifications/index.ts'

/** Starts the bell after the page can be used; returns a function to stop it. */
export const startBellLater = (client: QueryClient): (() => void) => {
  let isStopped = false
  let stop: (() => void) | null = null
  void afterInteractive()
    .then(loadBell)
    .then(async (start) => {
      if (isStopped) return
      const stopBell = await start(client)
      if (isStopped) stopBell()
      else stop = stopBell
    })
    // Its code did not load (offline): the next page load retries.
    .catch(() => undefined)
  return () => {
    isStopped = true
    stop?.()
  }
}
