/** Entry point of the page for recruiters without an account; the first load carries it, so it is apart from staff's pages. */
import { lazyPage } from '#src/core/i18n/lazy-page.ts'

export const PartnerPage = lazyPage(
  async () => (await import('./PartnerPage.tsx')).PartnerPage,
  'recruiting/partner',
)
