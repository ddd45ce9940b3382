import type { getAdminDashboard } from '#contract/dashboard/dashboard.ts'
import type { ResponseOf } from '#contract/endpoint.ts'

export type Dashboard = ResponseOf<typeof getAdminDashboard>
