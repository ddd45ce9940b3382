/** Entry point of auth: the pages before sign-in, and the sheet that renews a lost session. */
import { lazyPage } from '#src/core/i18n/lazy-page.ts'

export const SignInPage = lazyPage(async () => (await import('./pages/SignInPage.tsx')).SignInPage, 'auth')
export const SignUpPage = lazyPage(async () => (await import('./pages/SignUpPage.tsx')).SignUpPage, 'auth')
export const ForgotPasswordPage = lazyPage(
  async () => (await import('./pages/ForgotPasswordPage.tsx')).ForgotPasswordPage,
  'auth',
)
export const OtpPage = lazyPage(async () => (await import('./pages/OtpPage.tsx')).OtpPage, 'auth')
export { SignInSecurityPage, StepUpSheet, TwoStepCard } from './two-step/index.ts'
/** No page is opened for it: most sessions are never lost. */
export const SignInSheet = lazyPage(
  async () => (await import('./components/SignInSheet.tsx')).SignInSheet,
  'auth',
)
