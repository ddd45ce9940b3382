import { queryOptions, useMutation } from '@tanstack/react-query'
import { getServices, testSms, testStorage } from '#contract/client-info/services.ts'
import { listProviders, testProvider, type ManagedProvider } from '#contract/live/admin/providers.ts'
import {
  listPaymentProviders,
  testPaymentProvider,
  type PaymentProviderName,
} from '#contract/money/providers.ts'
import { authedCall } from '#src/core/api/authed-call.ts'

const KEY = ['settings', 'services'] as const

export const servicesQuery = () =>
  queryOptions({
    queryKey: KEY,
    queryFn: ({ signal }) => authedCall(getServices, { signal }),
    staleTime: 0,
  })

export const useTestSms = () =>
  useMutation({
    mutationFn: (phoneNumber: string) => authedCall(testSms, { body: { phone_number: phoneNumber } }),
  })

export const useTestStorage = () => useMutation({ mutationFn: () => authedCall(testStorage) })

/** Their settings are in the area of payments; here stands how it is. */
export const paymentsQuery = () =>
  queryOptions({
    queryKey: [...KEY, 'payments'],
    queryFn: ({ signal }) => authedCall(listPaymentProviders, { signal }),
    staleTime: 0,
  })

export const useTestPayments = () =>
  useMutation({
    mutationFn: async (paymentProvider: PaymentProviderName) =>
      (await authedCall(testPaymentProvider, { params: { paymentProvider } })).failure,
  })

/** Their settings are in the area of live classes. */
export const meetingsQuery = () =>
  queryOptions({
    queryKey: [...KEY, 'meetings'],
    queryFn: ({ signal }) => authedCall(listProviders, { signal }),
    staleTime: 0,
  })

export const useTestMeetings = () =>
  useMutation({
    mutationFn: async (provider: ManagedProvider) =>
      (await authedCall(testProvider, { params: { provider } })).failure,
  })
