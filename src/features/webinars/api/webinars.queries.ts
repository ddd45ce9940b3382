import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { leaveWebinar, listRegistrations, listWebinars, registerForWebinar } from '#contract/live/webinars.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import { WEBINARS_PER_PAGE, type WebinarFilters } from '../model/webinar-filters.ts'

const ALL = ['webinars'] as const

export const webinarsQuery = (filters: WebinarFilters) =>
  queryOptions({
    queryKey: [...ALL, 'list', filters] as const,
    queryFn: ({ signal }) =>
      authedCall(listWebinars, {
        query: {
          view: filters.view,
          search: filters.search.trim(),
          page: filters.page,
          page_size: WEBINARS_PER_PAGE,
        },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const REGISTRATIONS_PER_PAGE = 20

export const registrationsQuery = (sessionId: number, search: string, page: number) =>
  queryOptions({
    queryKey: [...ALL, 'registrations', sessionId, search, page] as const,
    queryFn: ({ signal }) =>
      authedCall(listRegistrations, {
        params: { sessionId },
        query: { search, page, page_size: REGISTRATIONS_PER_PAGE },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** Takes a seat or gives it up; either way the lists are fetched again, because seats may have gone meanwhile. */
export const useRegistration = (sessionId: number) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (isWanted: boolean) =>
      authedCall(isWanted ? registerForWebinar : leaveWebinar, { params: { sessionId } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ALL }),
  })
}
