/** The door of streak and leaders: the top bar's badge and the blocks of the learning home. */
import { lazy } from 'react'

export const StreakBadge = lazy(() =>
  import('./components/StreakBadge.tsx').then((module) => ({ default: module.StreakBadge })),
)

const blocks = () => import('./home-blocks.ts')
export const HoursCard = lazy(() => blocks().then((all) => ({ default: all.HoursCard })))
export const LeadersCard = lazy(() => blocks().then((all) => ({ default: all.LeadersCard })))
export const StreakCard = lazy(() => blocks().then((all) => ({ default: all.StreakCard })))
