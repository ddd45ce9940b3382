/** Entry point of the security events for admins. */
import { lazyPage } from '#src/core/i18n/lazy-page.ts'

export const SecurityPage = lazyPage(
  async () => (await import('./pages/SecurityPage.tsx')).SecurityPage,
  'security',
)
