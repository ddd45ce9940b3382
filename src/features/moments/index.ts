/** Entry point of moments: the short celebration of what was just reached. */
import { lazy } from 'react'
import { afterInteractive } from '#src/core/after-interactive.ts'
import { loadTexts } from '#src/core/i18n/language.ts'

/** Nothing is celebrated before the page can be used. */
export const Moments = lazy(async () => {
  await afterInteractive()
  const [{ Moments: Component }] = await Promise.all([
    import('./components/Moments.tsx'),
    loadTexts(['moments', 'leaderboard']),
  ])
  return { default: Component }
})
