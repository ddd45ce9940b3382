import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { BodyInputOf } from '#contract/endpoint.ts'
import {
  exportReferralPayouts,
  listReferrals,
  listReferrers,
  payOutReferrals,
  reviewReferral,
  saveReferralReward,
} from '#contract/money/referrals.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import { REFERRALS_PER_PAGE, type PeopleFilters, type ReferrerFilters } from './referral-filters.ts'

const ALL = ['referrals'] as const

export const referrersQuery = ({ search, page, step, due }: ReferrerFilters) =>
  queryOptions({
    queryKey: [...ALL, 'referrers', { search, page, step, due }] as const,
    queryFn: ({ signal }) =>
      authedCall(listReferrers, {
        query: {
          search: search.trim(),
          step: step ?? undefined,
          due: due ? ('true' as const) : undefined,
          page,
          page_size: REFERRALS_PER_PAGE,
        },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const peopleQuery = ({ search, page, step, referrer }: PeopleFilters) =>
  queryOptions({
    queryKey: [...ALL, 'people', { search, page, step, referrer }] as const,
    queryFn: ({ signal }) =>
      authedCall(listReferrals, {
        query: {
          search: search.trim(),
          step: step ?? undefined,
          referrer: referrer ?? undefined,
          page,
          page_size: REFERRALS_PER_PAGE,
        },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** Lists follow also after a refusal: somebody else may have been faster. */
const useChange = <Body, Answer>(change: (body: Body) => Promise<Answer>) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSettled: () => queries.invalidateQueries({ queryKey: ALL }),
  })
}

export const useReview = (referralId: number) =>
  useChange((body: BodyInputOf<typeof reviewReferral>) =>
    authedCall(reviewReferral, { params: { referralId }, body }),
  )
export const useSaveReward = () =>
  useChange((body: BodyInputOf<typeof saveReferralReward>) => authedCall(saveReferralReward, { body }))
export const usePayOut = () =>
  useChange((body: BodyInputOf<typeof payOutReferrals>) => authedCall(payOutReferrals, { body }))

export const exportPayoutsFile = () => authedCall(exportReferralPayouts)
