/** Entry point of streak and leaderboards: the badge in the top bar and the blocks of the home. */
import { lazy } from 'react'
import { afterInteractive } from '#src/core/after-interactive.ts'

export const StreakBadge = lazy(() =>
  afterInteractive()
    .then(() => import('./components/StreakBadge.tsx'))
    .then((module) => ({ default: module.StreakBadge })),
)

/** The home is not opened for these blocks: they load after the page can be used. */
const blocks = () => afterInteractive().then(() => import('./home-blocks.ts'))
export const BadgesCard = lazy(() => blocks().then((all) => ({ default: all.BadgesCard })))
export const GoalCard = lazy(() => blocks().then((all) => ({ default: all.GoalCard })))
export const HeatmapCard = lazy(() => blocks().then((all) => ({ default: all.HeatmapCard })))
export const HoursCard = lazy(() => blocks().then((all) => ({ default: all.HoursCard })))
export const LeadersCard = lazy(() => blocks().then((all) => ({ default: all.LeadersCard })))
export const MarksCard = lazy(() => blocks().then((all) => ({ default: all.MarksCard })))
export const StreakCard = lazy(() => blocks().then((all) => ({ default: all.StreakCard })))

/** The main content of its page, so it loads at once. */
export const MyActivity = lazy(async () => ({
  default: (await import('./components/MyActivity.tsx')).MyActivity,
}))

export const StudyTimePage = lazy(async () => ({
  default: (await import('./pages/StudyTimePage.tsx')).StudyTimePage,
}))
