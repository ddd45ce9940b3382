/** The door of streak and leaders: the top bar's badge and the blocks of the learning home. */
import { lazy } from 'react'
import { afterInteractive } from '#src/core/after-interactive.ts'

export const StreakBadge = lazy(() =>
  afterInteractive()
    .then(() => import('./components/StreakBadge.tsx'))
    .then((module) => ({ default: module.StreakBadge })),
)

/** None of them is what the home is opened for: they come once the page can be used. */
const blocks = () => afterInteractive().then(() => import('./home-blocks.ts'))
export const BadgesCard = lazy(() => blocks().then((all) => ({ default: all.BadgesCard })))
export const GoalCard = lazy(() => blocks().then((all) => ({ default: all.GoalCard })))
export const HeatmapCard = lazy(() => blocks().then((all) => ({ default: all.HeatmapCard })))
export const HoursCard = lazy(() => blocks().then((all) => ({ default: all.HoursCard })))
export const LeadersCard = lazy(() => blocks().then((all) => ({ default: all.LeadersCard })))
export const MarksCard = lazy(() => blocks().then((all) => ({ default: all.MarksCard })))
export const StreakCard = lazy(() => blocks().then((all) => ({ default: all.StreakCard })))

/** What its page is opened for, so that it waits for nothing. */
export const MyActivity = lazy(async () => ({
  default: (await import('./components/MyActivity.tsx')).MyActivity,
}))

export const StudyTimePage = lazy(async () => ({
  default: (await import('./pages/StudyTimePage.tsx')).StudyTimePage,
}))
