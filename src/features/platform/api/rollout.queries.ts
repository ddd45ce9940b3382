import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { listClients } from '#contract/platform/clients.ts'
import { applyRollout, getRollout, previewRollout, type Rollout } from '#contract/platform/rollout.ts'
import { authedCall } from '#src/core/api/authed-call.ts'

const KEY = ['platform', 'rollout'] as const

export const rolloutQuery = () =>
  queryOptions({ queryKey: KEY, queryFn: ({ signal }) => authedCall(getRollout, { signal }), staleTime: 0 })

/** Null while what is typed names nobody. */
export const previewQuery = (rollout: Rollout | null) =>
  queryOptions({
    queryKey: [...KEY, 'preview', rollout] as const,
    queryFn: ({ signal }) =>
      rollout === null ? null : authedCall(previewRollout, { body: rollout, signal }),
    enabled: rollout !== null,
    staleTime: 0,
  })

const FOUND_MAX = 20
export const foundClientsQuery = (search: string) =>
  queryOptions({
    queryKey: ['platform', 'clients', 'found', search] as const,
    queryFn: ({ signal }) =>
      authedCall(listClients, { query: { search, page_size: FOUND_MAX, order: 'name' }, signal }),
    staleTime: 0,
  })

export const useApplyRollout = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (rollout: Rollout) => authedCall(applyRollout, { body: rollout }),
    onSuccess: () => queries.invalidateQueries({ queryKey: KEY }),
  })
}
