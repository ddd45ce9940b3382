import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  getPaymentInstructions,
  setPaymentInstructions,
  type PaymentInstructions,
} from '#contract/courses/payment-instructions.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import { accessKeys, paymentKey } from './keys.ts'

export const paymentQuery = () =>
  queryOptions({
    queryKey: paymentKey,
    queryFn: ({ signal }) => authedCall(getPaymentInstructions, { signal }),
    staleTime: 0,
  })

/** Every course's access shows the text. */
export const useSavePayment = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (texts: PaymentInstructions['texts']) =>
      authedCall(setPaymentInstructions, { body: { texts } }),
    onSuccess: (saved) => {
      client.setQueryData(paymentKey, saved)
      void client.invalidateQueries({ queryKey: accessKeys })
    },
  })
}
