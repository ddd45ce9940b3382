/** Entry point of auth: the pages before sign-in, and the sheet that renews a lost session. */
import { lazy } from 'react'
import { lazyPart } from '#src/shared/lib/lazy-part.ts'

export const SignInPage = lazyPart(async () => (await import('./pages/SignInPage.tsx')).SignInPage)

export const SignUpPage = lazy(() =>
  import('./pages/SignUpPage.tsx').then((module) => ({ default: module.SignUpPage })),
)
export const ForgotPasswordPage = lazy(() =>
  import('./pages/ForgotPasswordPage.tsx').then((module) => ({ default: module.ForgotPasswordPage })),
)
export const OtpPage = lazy(() =>
  import('./pages/OtpPage.tsx').then((module) => ({ default: module.OtpPage })),
)
export const SignInSheet = lazy(() =>
  import('./components/SignInSheet.tsx').then((module) => ({ default: module.SignInSheet })),
)
