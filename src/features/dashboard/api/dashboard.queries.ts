import { queryOptions } from '@tanstack/react-query'
import { getAdminDashboard } from '#contract/dashboard/dashboard.ts'
import { authedCall } from '#src/core/api/authed-call.ts'

export const dashboardKeys = { admin: ['dashboard', 'admin'] as const }

export const adminDashboardQuery = () =>
  queryOptions({
    queryKey: dashboardKeys.admin,
    queryFn: ({ signal }) => authedCall(getAdminDashboard, { signal }),
    // Figures of today: refetched on each visit; cached ones show meanwhile.
    staleTime: 0,
  })
