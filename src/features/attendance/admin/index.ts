/** Entry point of the attendance of classes, for staff. */
import { lazyPage } from '#src/core/i18n/lazy-page.ts'

export const AdminAttendancePage = lazyPage(
  async () => (await import('./pages/AdminAttendancePage.tsx')).AdminAttendancePage,
  'attendance/admin',
)
export const CheckInScreenPage = lazyPage(
  async () => (await import('./pages/CheckInScreenPage.tsx')).CheckInScreenPage,
  'attendance/admin',
)
