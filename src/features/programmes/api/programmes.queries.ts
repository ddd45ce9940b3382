import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { BodyInputOf } from '#contract/endpoint.ts'
import type { ProgrammeSlug } from '#contract/money/programme-slugs.ts'
import {
  askProgrammeRefund,
  getProgramme,
  getTestCheckout,
  payTestCheckout,
  startCheckout,
  takePlace,
  type TestOutcome,
} from '#contract/money/programmes.ts'
import { authedCall } from '#src/core/api/authed-call.ts'

const ALL = ['programmes'] as const

export const programmeQuery = (programme: ProgrammeSlug) =>
  queryOptions({
    queryKey: [...ALL, programme] as const,
    queryFn: ({ signal }) => authedCall(getProgramme, { params: { programme }, signal }),
    staleTime: 0,
  })

export const useStartCheckout = (programme: ProgrammeSlug) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyInputOf<typeof startCheckout>) =>
      authedCall(startCheckout, { params: { programme }, body }),
    // A coupon may have been used up: the page then shows the price of now.
    onError: () => queries.invalidateQueries({ queryKey: [...ALL, programme] }),
  })
}

export const useTakePlace = (programme: ProgrammeSlug) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => authedCall(takePlace, { params: { programme } }),
    // The courses opened, too.
    onSuccess: () => queries.invalidateQueries(),
  })
}

export const useAskRefund = (programme: ProgrammeSlug) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (reason: string) =>
      authedCall(askProgrammeRefund, { params: { programme }, body: { reason } }),
    onSuccess: (page) => queries.setQueryData(programmeQuery(programme).queryKey, page),
    // The last day may have ended meanwhile.
    onError: () => queries.invalidateQueries({ queryKey: [...ALL, programme] }),
  })
}

export const testCheckoutQuery = (checkoutId: string) =>
  queryOptions({
    queryKey: [...ALL, 'test-checkout', checkoutId] as const,
    queryFn: ({ signal }) => authedCall(getTestCheckout, { params: { checkoutId }, signal }),
    staleTime: 0,
  })

export const usePayTestCheckout = (checkoutId: string) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (outcome: TestOutcome) =>
      authedCall(payTestCheckout, { params: { checkoutId }, body: { outcome } }),
    // A payment opens courses and changes what is due.
    onSuccess: () => queries.invalidateQueries(),
  })
}
