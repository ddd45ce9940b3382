import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { compareNow, getComparison, repairFinding } from '#contract/money/comparison.ts'
import { authedCall } from '#src/core/api/authed-call.ts'

const KEY = ['money', 'comparison'] as const

export const comparisonQuery = () =>
  queryOptions({
    queryKey: KEY,
    queryFn: ({ signal }) => authedCall(getComparison, { signal }),
    staleTime: 0,
  })

export const useCompareNow = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => authedCall(compareNow, {}),
    onSuccess: (page) => queries.setQueryData(KEY, page),
  })
}

/** Makes the books here say what the provider says; every number of the page may follow. */
export const useRepair = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (findingId: number) => authedCall(repairFinding, { params: { findingId } }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['money'] }),
  })
}
