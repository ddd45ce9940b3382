/** The entry point of grading: what learners handed in for people to read. */
import { lazyPage } from '#src/core/lazy-page.ts'

export const GradingPage = lazyPage(
  async () => (await import('./pages/GradingPage.tsx')).GradingPage,
  'grading',
)
