/** Entry point of the learner's side: list, instructions, running attempt and results. */
import { lazyPage } from '#src/core/i18n/lazy-page.ts'

export const AssessmentListPage = lazyPage(
  async () => (await import('./pages/AssessmentListPage.tsx')).AssessmentListPage,
  'assessments',
)
export const InstructionPage = lazyPage(
  async () => (await import('./pages/InstructionPage.tsx')).InstructionPage,
  'assessments',
)
export const PhonePage = lazyPage(
  async () => (await import('./pages/PhonePage.tsx')).PhonePage,
  'assessments',
)
export const QuizPage = lazyPage(async () => (await import('./pages/QuizPage.tsx')).QuizPage, 'assessments')
export const MyResultsPage = lazyPage(
  async () => (await import('./pages/MyResultsPage.tsx')).MyResultsPage,
  'assessments',
)
export const ResultPage = lazyPage(
  async () => (await import('./pages/ResultPage.tsx')).ResultPage,
  'assessments',
)
export const ReviewPage = lazyPage(
  async () => (await import('./pages/ReviewPage.tsx')).ReviewPage,
  'assessments',
)
export const ReceiptPage = lazyPage(
  async () => (await import('./pages/ReceiptPage.tsx')).ReceiptPage,
  'assessments',
)
export const RoadmapPage = lazyPage(
  async () => (await import('./pages/RoadmapPage.tsx')).RoadmapPage,
  'assessments',
)
