/** Entry point of payments and referrals for admins. */
import { lazyPage } from '#src/core/i18n/lazy-page.ts'

export const PaymentsPage = lazyPage(
  async () => (await import('../pages/PaymentsPage.tsx')).PaymentsPage,
  'money',
)

/** Payment links for admins. */
export const PaymentLinksPage = lazyPage(
  async () => (await import('../links/PaymentLinksPage.tsx')).PaymentLinksPage,
  'money/links',
)

/** Referrals for admins. */
export const AdminReferralsPage = lazyPage(
  async () => (await import('../referrals/AdminReferralsPage.tsx')).AdminReferralsPage,
  'money/referrals',
  'money/invite',
)
