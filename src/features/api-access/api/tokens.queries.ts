import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { createApiToken, listApiTokens, revokeApiToken } from '#contract/api-access/tokens.ts'
import type { BodyInputOf } from '#contract/endpoint.ts'
import { authedCall } from '#src/core/api/authed-call.ts'

const ALL = ['api-tokens'] as const

export const tokensQuery = () =>
  queryOptions({
    queryKey: ALL,
    queryFn: ({ signal }) => authedCall(listApiTokens, { signal }),
    staleTime: 0,
  })

const useReload = () => {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: ALL })
}

export const useCreateToken = () =>
  useMutation({
    mutationFn: (body: BodyInputOf<typeof createApiToken>) => authedCall(createApiToken, { body }),
    // The answer holds the key: nothing keeps it once the dialog is closed.
    gcTime: 0,
    onSuccess: useReload(),
  })

export const useRevokeToken = () =>
  useMutation({
    mutationFn: (tokenId: string) => authedCall(revokeApiToken, { params: { tokenId } }),
    onSettled: useReload(),
  })
