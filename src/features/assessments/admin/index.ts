/** Entry point of the staff side of assessments: results, live monitor and authoring. */
import { lazy } from 'react'

export const ResultsPage = lazy(() =>
  import('./pages/ResultsPage.tsx').then((module) => ({ default: module.ResultsPage })),
)
export const AssessmentsPage = lazy(() =>
  import('./pages/AssessmentsPage.tsx').then((module) => ({ default: module.AssessmentsPage })),
)
export const MonitorPage = lazy(() =>
  import('./pages/MonitorPage.tsx').then((module) => ({ default: module.MonitorPage })),
)
export { QuestionBankProvider, type QuestionBank } from './model/question-bank.ts'
