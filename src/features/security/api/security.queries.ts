import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import {
  exportSecurityEvents,
  listSecurityEvents,
  verifySecurityEvents,
} from '#contract/security/security-events.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import { EVENTS_PER_PAGE, filterQuery, type EventFilters } from '../model/event-filters.ts'

export const eventsQuery = (filters: EventFilters) =>
  queryOptions({
    queryKey: ['security-events', filters] as const,
    queryFn: ({ signal }) =>
      authedCall(listSecurityEvents, {
        query: { ...filterQuery(filters), page: filters.page, page_size: EVENTS_PER_PAGE },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const exportEvents = (filters: EventFilters) =>
  authedCall(exportSecurityEvents, { query: filterQuery(filters) })

export const useVerification = () =>
  useMutation({
    mutationFn: (of: number | null) => authedCall(verifySecurityEvents, { body: of === null ? {} : { of } }),
  })
