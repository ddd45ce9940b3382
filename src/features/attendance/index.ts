/** Entry point of a learner's attendance. */
import { lazyPage } from '#src/core/i18n/lazy-page.ts'

export const AttendancePage = lazyPage(
  async () => (await import('./pages/AttendancePage.tsx')).AttendancePage,
  'attendance',
)
export const ScanPage = lazyPage(async () => (await import('./pages/ScanPage.tsx')).ScanPage, 'attendance')
export const CheckInPage = lazyPage(
  async () => (await import('./pages/CheckInPage.tsx')).CheckInPage,
  'attendance',
)
