/** Entry point of streak and leaderboards: the badge in the top bar, blocks of the home, of /progress and of the profile. */
import { lazyPage } from '#src/core/i18n/lazy-page.ts'

export const StudyTimePage = lazyPage(
  async () => (await import('./pages/StudyTimePage.tsx')).StudyTimePage,
  'leaderboard',
)

/** The top bar's badge arrives with the blocks of the home; no page waits for it. */
export const StreakBadge = lazyPage(
  async () => (await import('./components/streak/StreakBadge.tsx')).StreakBadge,
  'leaderboard',
)

/** Below what the page of a finished course is opened for. */
export const EarnedBadges = lazyPage(
  async () => (await import('./components/EarnedBadges.tsx')).EarnedBadges,
  'leaderboard',
)

/** A part of the profile that is fetched when it is opened. */
export const MyActivity = lazyPage(
  async () => (await import('./components/MyActivity.tsx')).MyActivity,
  'leaderboard',
)

export { useGoalChanged } from './api/leaderboard.mutations.ts'
export { BadgesCard } from './components/BadgesCard.tsx'
export { GoalCard } from './components/GoalCard.tsx'
export { HeatmapCard } from './components/HeatmapCard.tsx'
export { HoursCard } from './components/HoursCard.tsx'
export { LeadersCard } from './components/LeadersCard.tsx'
export { MarksCard } from './components/MarksCard.tsx'
export { StreakCard } from './components/streak/StreakCard.tsx'
export { TodayStrip } from './components/TodayStrip.tsx'
