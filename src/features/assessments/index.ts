/** Entry point of the learner's side: list, instructions, running attempt and results. */
import { lazy } from 'react'

export const AssessmentListPage = lazy(() =>
  import('./pages/AssessmentListPage.tsx').then((module) => ({ default: module.AssessmentListPage })),
)
export const InstructionPage = lazy(() =>
  import('./pages/InstructionPage.tsx').then((module) => ({ default: module.InstructionPage })),
)
export const PhonePage = lazy(() =>
  import('./pages/PhonePage.tsx').then((module) => ({ default: module.PhonePage })),
)
export const QuizPage = lazy(() =>
  import('./pages/QuizPage.tsx').then((module) => ({ default: module.QuizPage })),
)
export const ResultPage = lazy(() =>
  import('./pages/ResultPage.tsx').then((module) => ({ default: module.ResultPage })),
)
export const ReviewPage = lazy(() =>
  import('./pages/ReviewPage.tsx').then((module) => ({ default: module.ReviewPage })),
)
export const ReceiptPage = lazy(() =>
  import('./pages/ReceiptPage.tsx').then((module) => ({ default: module.ReceiptPage })),
)
export const RoadmapPage = lazy(() =>
  import('./pages/RoadmapPage.tsx').then((module) => ({ default: module.RoadmapPage })),
)
