import { lazyPage } from '#src/core/i18n/lazy-page.ts'

export const WorkshopPage = lazyPage(
  async () => (await import('./pages/WorkshopPage.tsx')).WorkshopPage,
  'workshops',
)
