import { lazyPage } from '#src/core/i18n/lazy-page.ts'

export const WorkshopRegistrationsPage = lazyPage(
  async () => (await import('./pages/WorkshopRegistrationsPage.tsx')).WorkshopRegistrationsPage,
  'workshops/admin',
)
