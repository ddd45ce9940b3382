/** Entry point of the client's settings, for admins. */
import { lazyPage } from '#src/core/i18n/lazy-page.ts'

export const SettingsPage = lazyPage(
  async () => (await import('./pages/SettingsPage.tsx')).SettingsPage,
  'settings',
)
