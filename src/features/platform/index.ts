/** Entry point of the installation as superadmins see it. */
import { lazyPage } from '#src/core/i18n/lazy-page.ts'

export const PlatformPage = lazyPage(
  async () => (await import('./pages/PlatformPage.tsx')).PlatformPage,
  'platform',
)
