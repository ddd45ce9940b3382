import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  allowAgain,
  getMailFeedback,
  listSuppressed,
  renewEventsKey,
  setOpenTracking,
  type MailFeedback,
} from '#contract/emails/feedback.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import type { SuppressedFilters } from '../model/filters.ts'

const FEEDBACK = ['email-feedback'] as const
const SUPPRESSED = ['email-suppressed'] as const
export const SUPPRESSED_PER_PAGE = 20

export const feedbackQuery = () =>
  queryOptions({
    queryKey: FEEDBACK,
    queryFn: ({ signal }) => authedCall(getMailFeedback, { signal }),
    staleTime: 0,
  })

const useFeedback = <Body>(change: (body: Body) => Promise<MailFeedback>) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: (feedback) => queries.setQueryData(FEEDBACK, feedback),
  })
}
export const useOpenTracking = () =>
  useFeedback((isOn: boolean) => authedCall(setOpenTracking, { body: { track_opens: isOn } }))
export const useRenewKey = () => useFeedback((_nothing: void) => authedCall(renewEventsKey))

export const suppressedQuery = ({ search, reason, page }: SuppressedFilters) =>
  queryOptions({
    queryKey: [...SUPPRESSED, search, reason, page] as const,
    queryFn: ({ signal }) =>
      authedCall(listSuppressed, {
        query: { search: search.trim(), reason: reason ?? undefined, page, page_size: SUPPRESSED_PER_PAGE },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const useAllowAgain = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (email: string) => authedCall(allowAgain, { body: { email } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: SUPPRESSED }),
  })
}
