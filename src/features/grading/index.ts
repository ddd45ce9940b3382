/** Entry point of grading: submissions that a person grades. */
import { lazy } from 'react'

export const GradingPage = lazy(() =>
  import('./pages/GradingPage.tsx').then((module) => ({ default: module.GradingPage })),
)
