import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { BodyInputOf } from '#contract/endpoint.ts'
import {
  choosePayTest,
  getPayTest,
  openPayDocument,
  openPayLink,
  sendPayPass,
  startPayment,
} from '#contract/money/pay.ts'
import type { TestOutcome } from '#contract/money/programmes.ts'
import { publicCall } from '#src/core/api/public-call.ts'
import { isApiError } from '#src/core/http/api-error.ts'

const RETRIES = 2

export const payLinkQuery = (payCode: string, body: BodyInputOf<typeof openPayLink>) =>
  queryOptions({
    queryKey: ['pay', payCode, body] as const,
    queryFn: ({ signal }) => publicCall(openPayLink, { params: { payCode }, body, signal }),
    staleTime: 0,
    retry: (count, error) =>
      count < RETRIES && !(isApiError(error) && error.status !== null && error.status < 500),
  })

export const loadPayDocument = (
  params: { payCode: string; checkoutId: string; documentId: number },
  pass: string | null,
) => publicCall(openPayDocument, { params, body: { pass } })

export const useStartPayment = (payCode: string) =>
  useMutation({
    mutationFn: (body: BodyInputOf<typeof startPayment>) =>
      publicCall(startPayment, { params: { payCode }, body }),
  })

export const useSendPass = (payCode: string) =>
  useMutation({
    mutationFn: (email: string) => publicCall(sendPayPass, { params: { payCode }, body: { email } }),
  })

export const payTestQuery = (payCode: string, checkoutId: string) =>
  queryOptions({
    queryKey: ['pay', payCode, 'test', checkoutId] as const,
    queryFn: ({ signal }) => publicCall(getPayTest, { params: { payCode, checkoutId }, signal }),
    staleTime: 0,
  })

export const useChoosePayTest = (payCode: string, checkoutId: string) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (outcome: TestOutcome) =>
      publicCall(choosePayTest, { params: { payCode, checkoutId }, body: { outcome } }),
    onSuccess: () => queries.invalidateQueries(),
  })
}
