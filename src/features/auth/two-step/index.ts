/** Entry point of two-step sign-in. Everything is lazy: most people never see it. */
import { lazyPage } from '#src/core/i18n/lazy-page.ts'

const TEXTS = 'auth/two-step'

export const SecondStepPage = lazyPage(
  async () => (await import('./components/SecondStepPage.tsx')).SecondStepPage,
  TEXTS,
)
/** Without a page around it: in the sheet that renews a lost session. */
export const SecondStep = lazyPage(
  async () => (await import('./components/SecondStep.tsx')).SecondStep,
  TEXTS,
)
export const StepUpSheet = lazyPage(
  async () => (await import('./components/StepUpSheet.tsx')).StepUpSheet,
  TEXTS,
)
export const PasskeySignIn = lazyPage(
  async () => (await import('./components/passkeys/PasskeySignIn.tsx')).PasskeySignIn,
  TEXTS,
)
/** A section of the profile. */
export const TwoStepCard = lazyPage(
  async () => (await import('./components/TwoStepCard.tsx')).TwoStepCard,
  TEXTS,
)
export const SignInSecurityPage = lazyPage(
  async () => (await import('./pages/SignInSecurityPage.tsx')).SignInSecurityPage,
  TEXTS,
)
