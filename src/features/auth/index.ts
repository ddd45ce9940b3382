/** The door of accounts: pages before sign-in, and the sheet that brings a lost session back. */
import { lazy } from 'react'

const signInPage = () => import('./pages/SignInPage.tsx')
export const SignInPage = lazy(() => signInPage().then((module) => ({ default: module.SignInPage })))
/** Fetches the sign-in page's code; showing it asks again should this fail. */
export const prefetchSignIn = () => void signInPage().catch(() => undefined)

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
