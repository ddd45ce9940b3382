import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { BodyInputOf } from '#contract/endpoint.ts'
import {
  cancelPaymentLink,
  createPaymentLink,
  decidePayment,
  decideReturn,
  getPaymentLink,
  importPaymentLinks,
  listPaymentLinks,
  mailPaymentLink,
  notePayment,
  returnPayment,
  setNoteLimit,
  type PaymentLinkDocument,
} from '#contract/money/payment-links.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import { linkQueryOf, LINKS_PER_PAGE, type LinkFilters } from './link-filters.ts'

const ALL = ['payment-links'] as const
const oneKey = (paymentLinkId: number) => [...ALL, 'one', paymentLinkId] as const

export const linksQuery = (filters: LinkFilters) =>
  queryOptions({
    queryKey: [...ALL, 'list', filters] as const,
    queryFn: ({ signal }) =>
      authedCall(listPaymentLinks, {
        query: { ...linkQueryOf(filters), page: filters.page, page_size: LINKS_PER_PAGE },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const linkQuery = (paymentLinkId: number) =>
  queryOptions({
    queryKey: oneKey(paymentLinkId),
    queryFn: ({ signal }) => authedCall(getPaymentLink, { params: { paymentLinkId }, signal }),
    staleTime: 0,
  })

/** Every answer is the whole document; lists and payments follow from it. */
const useChange = <Body>(change: (body: Body) => Promise<PaymentLinkDocument>) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: (document) => queries.setQueryData(oneKey(document.link.id), document),
    // Also after a refusal: somebody else may have been faster.
    onSettled: () =>
      queries.invalidateQueries({
        predicate: ({ queryKey: [first] }) => first === ALL[0] || first === 'money',
      }),
  })
}

export const useCreateLink = () =>
  useChange((body: BodyInputOf<typeof createPaymentLink>) => authedCall(createPaymentLink, { body }))
export const useCancelLink = (paymentLinkId: number) =>
  useChange((_nothing: void) => authedCall(cancelPaymentLink, { params: { paymentLinkId }, body: {} }))
export const useMailLink = (paymentLinkId: number) =>
  useChange((_nothing: void) => authedCall(mailPaymentLink, { params: { paymentLinkId }, body: {} }))
export const useNotePayment = (paymentLinkId: number) =>
  useChange((body: BodyInputOf<typeof notePayment>) =>
    authedCall(notePayment, { params: { paymentLinkId }, body }),
  )
export const useDecidePayment = (paymentLinkId: number) =>
  useChange(({ noteId, approve }: { noteId: number; approve: boolean }) =>
    authedCall(decidePayment, { params: { paymentLinkId, paymentNoteId: noteId }, body: { approve } }),
  )
export const useReturnPayment = (paymentLinkId: number, paymentNoteId: number) =>
  useChange((body: BodyInputOf<typeof returnPayment>) =>
    authedCall(returnPayment, { params: { paymentLinkId, paymentNoteId }, body }),
  )
export const useDecideReturn = (paymentLinkId: number) =>
  useChange(({ returnId, approve }: { returnId: number; approve: boolean }) =>
    authedCall(decideReturn, { params: { paymentLinkId, paymentReturnId: returnId }, body: { approve } }),
  )

export const useImportLinks = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyInputOf<typeof importPaymentLinks>) => authedCall(importPaymentLinks, { body }),
    onSettled: () => queries.invalidateQueries({ queryKey: ALL }),
  })
}

export const useSetLimit = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyInputOf<typeof setNoteLimit>) => authedCall(setNoteLimit, { body }),
    onSettled: () => queries.invalidateQueries({ queryKey: ALL }),
  })
}
