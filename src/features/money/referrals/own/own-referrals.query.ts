import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { getOwnReferrals } from '#contract/money/referrals.ts'
import { authedCall } from '#src/core/api/authed-call.ts'

export const OWN_PER_PAGE = 20

export const ownReferralsQuery = (page: number) =>
  queryOptions({
    queryKey: ['own-referrals', page] as const,
    queryFn: ({ signal }) =>
      authedCall(getOwnReferrals, { query: { page, page_size: OWN_PER_PAGE }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
