import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { reverseRefund, settleRefund } from '#contract/courses/enrolment.ts'
import type { BodyInputOf } from '#contract/endpoint.ts'
import { exportTaxDocuments, getDocument, getSeller, saveSeller } from '#contract/money/documents.ts'
import {
  exportJournal,
  exportPayments,
  getRevenue,
  getStatement,
  listDueRefunds,
  listPayments,
} from '#contract/money/payments.ts'
import { refundCheckout, settleProgrammeRefund } from '#contract/money/refunds.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import { filterQuery, PAYMENTS_PER_PAGE, type PaymentFilters } from '../model/payment-filters.ts'

const ALL = ['money'] as const

export const paymentsQuery = ({ until: _until, ...filters }: PaymentFilters) =>
  queryOptions({
    queryKey: [...ALL, 'payments', filters] as const,
    queryFn: ({ signal }) =>
      authedCall(listPayments, {
        query: {
          ...filterQuery({ ...filters, until: null }),
          page: filters.page,
          page_size: PAYMENTS_PER_PAGE,
        },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const revenueQuery = (until: string | null) =>
  queryOptions({
    queryKey: [...ALL, 'revenue', until] as const,
    queryFn: ({ signal }) => authedCall(getRevenue, { query: { until: until ?? undefined }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const dueRefundsQuery = () =>
  queryOptions({
    queryKey: [...ALL, 'refunds'] as const,
    queryFn: ({ signal }) => authedCall(listDueRefunds, { signal }),
    staleTime: 0,
  })

export const statementQuery = (userId: number) =>
  queryOptions({
    queryKey: [...ALL, 'statement', userId] as const,
    queryFn: ({ signal }) => authedCall(getStatement, { params: { userId }, signal }),
    staleTime: 0,
  })

export const sellerQuery = () =>
  queryOptions({
    queryKey: [...ALL, 'seller'] as const,
    queryFn: ({ signal }) => authedCall(getSeller, { signal }),
    staleTime: 0,
  })

export const loadDocument = (documentId: number) => authedCall(getDocument, { params: { documentId } })

export const exportPaymentsFile = (filters: PaymentFilters) =>
  authedCall(exportPayments, { query: filterQuery(filters) })
export const exportTaxFile = (month: string | null) =>
  authedCall(exportTaxDocuments, { query: { month: month ?? undefined } })
export const exportJournalFile = (month: string | null) =>
  authedCall(exportJournal, { query: { month: month ?? undefined } })

/** Every number of the page follows from the ledger. */
const useReload = () => {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: ALL })
}

type Settlement = { purchaseId: number | null; orderId: number | null } & BodyInputOf<typeof settleRefund>

/** Of a course or of a programme. */
export const useSettleRefund = () =>
  useMutation({
    mutationFn: async ({ purchaseId, orderId, ...body }: Settlement): Promise<void> => {
      if (purchaseId !== null) await authedCall(settleRefund, { params: { purchaseId }, body })
      else if (orderId !== null) await authedCall(settleProgrammeRefund, { params: { orderId }, body })
    },
    // Also after a refusal: another admin may have decided.
    onSettled: useReload(),
  })

export const useSaveSeller = () =>
  useMutation({
    mutationFn: (body: BodyInputOf<typeof saveSeller>) => authedCall(saveSeller, { body }),
    onSuccess: useReload(),
  })

export const useRefundCheckout = () =>
  useMutation({
    mutationFn: ({ checkoutId, ...body }: { checkoutId: string } & BodyInputOf<typeof refundCheckout>) =>
      authedCall(refundCheckout, { params: { checkoutId }, body }),
    onSettled: useReload(),
  })

export const useReverseRefund = () =>
  useMutation({
    mutationFn: (purchaseId: number) => authedCall(reverseRefund, { params: { purchaseId } }),
    onSettled: useReload(),
  })
