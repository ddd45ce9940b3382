/** Entry point of the learner's plan: the welcome of the first day, and its answers to be changed later. */
export { PlanCard } from './components/PlanCard.tsx'
export { Welcome } from './components/Welcome.tsx'
export { planQuery } from './api/learner-plan.queries.ts'
