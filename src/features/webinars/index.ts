/** Entry point of the webinars: the schedule for everybody, and who registered, for staff. */
import { lazyPage } from '#src/core/i18n/lazy-page.ts'

export const WebinarsPage = lazyPage(
  async () => (await import('./pages/WebinarsPage.tsx')).WebinarsPage,
  'webinars',
)
