import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { BodyInputOf } from '#contract/endpoint.ts'
import { getDocument, listOwnPayments, saveBuyer } from '#contract/money/documents.ts'
import { authedCall } from '#src/core/api/authed-call.ts'

const OWN_PAYMENTS = ['own-payments'] as const

export const ownPaymentsQuery = () =>
  queryOptions({
    queryKey: OWN_PAYMENTS,
    queryFn: ({ signal }) => authedCall(listOwnPayments, { signal }),
    staleTime: 0,
  })

export const loadDocument = (documentId: number) => authedCall(getDocument, { params: { documentId } })

export const useSaveBuyer = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyInputOf<typeof saveBuyer>) => authedCall(saveBuyer, { body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: OWN_PAYMENTS }),
  })
}
