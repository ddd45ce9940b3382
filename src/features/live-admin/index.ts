/** Entry point of the staff's side of live sessions. */
import { lazyPage } from '#src/core/i18n/lazy-page.ts'

export const LivePlannerPage = lazyPage(
  async () => (await import('./pages/LivePlannerPage.tsx')).LivePlannerPage,
  'live-admin',
)
