/** The door of the staff's side of assessments: results, live monitor, question bank, assembling. */
import { lazy } from 'react'

export const ResultsPage = lazy(() =>
  import('./pages/ResultsPage.tsx').then((module) => ({ default: module.ResultsPage })),
)
export const AssessmentsPage = lazy(() =>
  import('./pages/AssessmentsPage.tsx').then((module) => ({ default: module.AssessmentsPage })),
)
export const BankPage = lazy(() =>
  import('./pages/BankPage.tsx').then((module) => ({ default: module.BankPage })),
)
export const MonitorPage = lazy(() =>
  import('./pages/MonitorPage.tsx').then((module) => ({ default: module.MonitorPage })),
)
