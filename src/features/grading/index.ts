/** The door of grading: what learners handed in for people to read. */
import { lazy } from 'react'

export const GradingPage = lazy(() =>
  import('./pages/GradingPage.tsx').then((module) => ({ default: module.GradingPage })),
)
