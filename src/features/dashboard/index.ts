/** Entry point of the admin dashboard. */
import { lazy } from 'react'

export const AdminDashboardPage = lazy(() =>
  import('./pages/AdminDashboardPage.tsx').then((module) => ({ default: module.AdminDashboardPage })),
)
