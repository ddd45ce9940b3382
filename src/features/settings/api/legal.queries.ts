import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { BodyInputOf } from '#contract/endpoint.ts'
import {
  getLegalState,
  getLegalVersion,
  publishLegalText,
  type LegalKind,
  type LegalState,
} from '#contract/client-info/legal.ts'
import { authedCall } from '#src/core/api/authed-call.ts'

const keyOf = (kind: LegalKind) => ['settings', 'legal', kind] as const

export const legalQuery = (kind: LegalKind) =>
  queryOptions({
    queryKey: keyOf(kind),
    queryFn: ({ signal }) => authedCall(getLegalState, { params: { legalKind: kind }, signal }),
    staleTime: 0,
    // What is being typed must not be replaced; a conflict is told when it is published.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

/** A version never changes. */
export const legalVersionQuery = (kind: LegalKind, version: number) =>
  queryOptions({
    queryKey: [...keyOf(kind), version],
    queryFn: ({ signal }) =>
      authedCall(getLegalVersion, { params: { legalKind: kind, versionId: version }, signal }),
    staleTime: Infinity,
  })

export const usePublishLegal = (kind: LegalKind) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyInputOf<typeof publishLegalText>) =>
      authedCall(publishLegalText, { params: { legalKind: kind }, body }),
    onSuccess: (state: LegalState) => client.setQueryData(keyOf(kind), state),
  })
}
