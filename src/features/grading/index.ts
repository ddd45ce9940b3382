/** Entry point of grading: submissions that a person grades. */
import { lazyPage } from '#src/core/i18n/lazy-page.ts'

export const GradingPage = lazyPage(
  async () => (await import('./pages/GradingPage.tsx')).GradingPage,
  'grading',
)
