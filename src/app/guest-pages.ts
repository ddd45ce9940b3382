/** Pages that need no sign-in, by address. `core/routes.ts` lists the same addresses as plain data (a test compares). */
import type { ComponentType } from 'react'
import { lazyPage } from '#src/core/i18n/lazy-page.ts'
import { guestPaths } from '#src/core/guest-paths.ts'
import { matchesPath } from '#src/core/routes.ts'
import { ForgotPasswordPage, OtpPage, SignInPage, SignUpPage } from '#src/features/auth/index.ts'
import { LegalPage } from '#src/features/legal/index.ts'
import { PayPages } from '#src/features/programmes/index.ts'
import { PartnerPage } from '#src/features/recruiting/partner/index.ts'
import { WorkshopPage } from '#src/features/workshops/index.ts'

const DevUiPage = lazyPage(async () => (await import('./pages/DevUiPage.tsx')).DevUiPage)
const PersonPage = lazyPage(
  async () => (await import('./pages/PersonPage.tsx')).PersonPage,
  'profile',
  'leaderboard',
)
const PwaTestPage = lazyPage(async () => (await import('./pages/PwaTestPage.tsx')).PwaTestPage, 'pwa')
const IosPwaTestPage = lazyPage(
  async () => (await import('./pages/IosPwaTestPage.tsx')).IosPwaTestPage,
  'pwa',
)

export interface PageRoute {
  path: string
  Page: ComponentType & { preload: () => Promise<void> }
}

export const authPages: readonly PageRoute[] = [
  { path: guestPaths.login, Page: SignInPage },
  { path: guestPaths.signup, Page: SignUpPage },
  { path: guestPaths.forgotPassword, Page: ForgotPasswordPage },
  { path: guestPaths.otp, Page: OtpPage },
]

export const openPages: readonly PageRoute[] = [
  { path: guestPaths.pwaTest, Page: PwaTestPage },
  { path: guestPaths.iosPwaTest, Page: IosPwaTestPage },
  { path: guestPaths.devUi, Page: DevUiPage },
  { path: '/w/:code', Page: WorkshopPage },
  { path: '/pay/:code', Page: PayPages },
  { path: '/pay/:code/test/:checkoutId', Page: PayPages },
  { path: '/recruit/:code', Page: PartnerPage },
  { path: '/people/:handle', Page: PersonPage },
  { path: '/legal/:kind', Page: LegalPage },
]

/** Undefined for an address without a page. */
export const pageAt = (pages: readonly PageRoute[], pathname: string): PageRoute['Page'] | undefined =>
  pages.find(({ path }) => matchesPath(path, pathname))?.Page
