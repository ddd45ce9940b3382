/** Entry point of the admin dashboard. */
import { lazyPage } from '#src/core/i18n/lazy-page.ts'

export const AdminDashboardPage = lazyPage(
  async () => (await import('./pages/AdminDashboardPage.tsx')).AdminDashboardPage,
  'dashboard',
)
