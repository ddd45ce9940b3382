/** Entry point of the staff side of assessments: results, live monitor and authoring. */
import { lazyPage } from '#src/core/i18n/lazy-page.ts'

export const ResultsPage = lazyPage(
  async () => (await import('./pages/ResultsPage.tsx')).ResultsPage,
  'assessments/admin',
)
export const MonitorPage = lazyPage(
  async () => (await import('./pages/MonitorPage.tsx')).MonitorPage,
  'assessments/admin',
)

/** For the page that joins authoring with the question bank. */
export { AssessmentsPage } from './pages/AssessmentsPage.tsx'
export { QuestionBankProvider, type QuestionBank } from './model/question-bank.ts'
