/** The blocks of the learning home travel together. */
export { HoursCard } from './components/HoursCard.tsx'
export { LeadersCard } from './components/LeadersCard.tsx'
export { StreakCard } from './components/StreakCard.tsx'
