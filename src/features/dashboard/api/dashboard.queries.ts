import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { listAtRisk, type RiskReason } from '#contract/dashboard/at-risk.ts'
import { getAdminDashboard, getLessonProgress } from '#contract/dashboard/dashboard.ts'
import { compareGroups } from '#contract/dashboard/groups.ts'
import { exportDashboard, listDashboardRows } from '#contract/dashboard/rows.ts'
import type { BodyInputOf } from '#contract/endpoint.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import type { RowsAddress } from '../model/links.ts'
import type { AskedPeriod } from '../model/period.ts'

const dashboardKeys = {
  all: ['dashboard'] as const,
  overview: (period: AskedPeriod) => ['dashboard', 'overview', period] as const,
  groups: (period: AskedPeriod) => ['dashboard', 'groups', period] as const,
  lessons: (courseId: number, period: AskedPeriod) => ['dashboard', 'lessons', courseId, period] as const,
  risk: (asked: object) => ['dashboard', 'at-risk', asked] as const,
  rows: (asked: object) => ['dashboard', 'rows', asked] as const,
}

/** Until the first count, which takes moments, the page asks again. */
const FIRST_COUNT_MS = 3000

export const dashboardQuery = (period: AskedPeriod) =>
  queryOptions({
    queryKey: dashboardKeys.overview(period),
    queryFn: ({ signal }) => authedCall(getAdminDashboard, { query: period, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.counted_at === null ? FIRST_COUNT_MS : false),
  })

export const groupsQuery = (period: AskedPeriod) =>
  queryOptions({
    queryKey: dashboardKeys.groups(period),
    queryFn: ({ signal }) => authedCall(compareGroups, { query: period, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const lessonsQuery = (courseId: number, period: AskedPeriod) =>
  queryOptions({
    queryKey: dashboardKeys.lessons(courseId, period),
    queryFn: ({ signal }) => authedCall(getLessonProgress, { params: { courseId }, query: period, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const RISK_PER_PAGE = 20

export const riskQuery = (asked: { reason: RiskReason | null; page: number; perPage: number }) =>
  queryOptions({
    queryKey: dashboardKeys.risk(asked),
    queryFn: ({ signal }) =>
      authedCall(listAtRisk, {
        query: { page: asked.page, page_size: asked.perPage, reason: asked.reason ?? undefined },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const ROWS_PER_PAGE = 25

export const rowsQuery = (asked: RowsAddress, page: number) =>
  queryOptions({
    queryKey: dashboardKeys.rows({ ...asked, page }),
    queryFn: ({ signal }) =>
      authedCall(listDashboardRows, { query: { ...asked, page, page_size: ROWS_PER_PAGE }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const fileAddress = (body: BodyInputOf<typeof exportDashboard>) =>
  authedCall(exportDashboard, { body })
