/** Entry point of moments: the short celebration of what was just reached. */
import { lazy } from 'react'
import { afterInteractive } from '#src/core/after-interactive.ts'

/** Nothing is celebrated before the page can be used. */
export const Moments = lazy(async () => {
  await afterInteractive()
  return { default: (await import('./components/Moments.tsx')).Moments }
})
