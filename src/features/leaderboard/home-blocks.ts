/** The home's blocks, in one chunk. */
export { BadgesCard } from './components/BadgesCard.tsx'
export { GoalCard } from './components/GoalCard.tsx'
export { HeatmapCard } from './components/HeatmapCard.tsx'
export { HoursCard } from './components/HoursCard.tsx'
export { LeadersCard } from './components/LeadersCard.tsx'
export { MarksCard } from './components/MarksCard.tsx'
export { StreakCard } from './components/StreakCard.tsx'
