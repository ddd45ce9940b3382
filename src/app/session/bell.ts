import type { QueryClient } from '@tanstack/react-query'
import { afterInteractive } from '#src/core/after-interactive.ts'
import { loadBell } from '#src/features/notifications/index.ts'

/** The bell listens once the page can be used; answers how to stop. */
export const startBellLater = (client: QueryClient): (() => void) => {
  let ended = false
  let stop: (() => void) | null = null
  void afterInteractive()
    .then(loadBell)
    .then(async (start) => {
      if (ended) return
      const end = await start(client)
      if (ended) end()
      else stop = end
    })
    // Its code is not there (offline): the next page load brings it.
    .catch(() => undefined)
  return () => {
    ended = true
    stop?.()
  }
}
