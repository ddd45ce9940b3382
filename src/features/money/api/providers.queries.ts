import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  choosePaymentProvider,
  listPaymentProviders,
  removePaymentProvider,
  savePaymentProvider,
  testPaymentProvider,
  type PaymentProviderName,
  type PaymentProviders,
  type ProviderTest,
} from '#contract/money/providers.ts'
import type { BodyInputOf } from '#contract/endpoint.ts'
import { authedCall } from '#src/core/api/authed-call.ts'

const KEY = ['money', 'providers'] as const

export const providersQuery = () =>
  queryOptions({
    queryKey: KEY,
    queryFn: ({ signal }) => authedCall(listPaymentProviders, { signal }),
    staleTime: 0,
  })

type Change =
  | { kind: 'save'; body: BodyInputOf<typeof savePaymentProvider> }
  | { kind: 'test' }
  | { kind: 'use' | 'stop' }
  | { kind: 'remove' }
type Outcome = { settings: PaymentProviders; test: ProviderTest | null }

/** Changes a provider's settings. Saving asks the provider at once whether it accepts the keys. */
export const useProviderChange = (provider: PaymentProviderName) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (change: Change): Promise<Outcome> => {
      const params = { paymentProvider: provider }
      if (change.kind === 'remove')
        return { settings: await authedCall(removePaymentProvider, { params }), test: null }
      if (change.kind === 'use' || change.kind === 'stop') {
        const body = { provider: change.kind === 'use' ? provider : null }
        return { settings: await authedCall(choosePaymentProvider, { body }), test: null }
      }
      if (change.kind === 'save') await authedCall(savePaymentProvider, { params, body: change.body })
      const test = await authedCall(testPaymentProvider, { params })
      return { settings: test.settings, test }
    },
    onSuccess: ({ settings }) => queries.setQueryData(KEY, settings),
    // A test may fail after its keys were stored.
    onError: () => queries.invalidateQueries({ queryKey: KEY }),
  })
}
export type ProviderChange = ReturnType<typeof useProviderChange>
