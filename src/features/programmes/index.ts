/** Entry point of programmes that people pay in parts. */
import { lazyPage } from '#src/core/i18n/lazy-page.ts'

export const FlagshipPaymentPage = lazyPage(
  async () => (await import('./pages/ProgrammePage.tsx')).FlagshipPaymentPage,
  'programmes',
)
export const NanodegreePaymentPage = lazyPage(
  async () => (await import('./pages/ProgrammePage.tsx')).NanodegreePaymentPage,
  'programmes',
)
export const TestCheckoutPage = lazyPage(
  async () => (await import('./pages/TestCheckoutPage.tsx')).TestCheckoutPage,
  'programmes',
)
