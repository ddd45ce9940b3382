import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  addDomain,
  checkDomain,
  listDomains,
  removeDomain,
  setMainDomain,
  type ClientDomains,
} from '#contract/client-info/domains.ts'
import { authedCall } from '#src/core/api/authed-call.ts'

const KEY = ['settings', 'domains'] as const

export const domainsQuery = () =>
  queryOptions({
    queryKey: KEY,
    queryFn: ({ signal }) => authedCall(listDomains, { signal }),
    staleTime: 0,
  })

const useShown = () => {
  const client = useQueryClient()
  return (state: ClientDomains) => void client.setQueryData(KEY, state)
}

export const useAddDomain = () =>
  useMutation({
    mutationFn: (host: string) => authedCall(addDomain, { body: { host } }),
    onSuccess: useShown(),
  })

export const useCheckDomain = (domainId: number) => {
  const show = useShown()
  return useMutation({
    mutationFn: () => authedCall(checkDomain, { params: { domainId } }),
    onSuccess: ({ state }) => show(state),
  })
}

export const useMainDomain = (domainId: number) => {
  const show = useShown()
  return useMutation({
    mutationFn: () => authedCall(setMainDomain, { params: { domainId } }),
    onSuccess: ({ state }) => show(state),
  })
}

export const useRemoveDomain = (domainId: number) =>
  useMutation({
    mutationFn: () => authedCall(removeDomain, { params: { domainId } }),
    onSuccess: useShown(),
  })
