import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { BodyInputOf } from '#contract/endpoint.ts'
import {
  createClient,
  listClients,
  setClientLimits,
  setClientState,
  type ClientLimits,
} from '#contract/platform/clients.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import { CLIENTS_PER_PAGE, type ClientFilters } from '../model/client-filters.ts'

const KEY = ['platform', 'clients'] as const

export const clientsQuery = ({ search, state, order, page }: ClientFilters) =>
  queryOptions({
    queryKey: [...KEY, { search, state, order, page }] as const,
    queryFn: ({ signal }) =>
      authedCall(listClients, {
        query: { search: search.trim(), state: state ?? undefined, order, page, page_size: CLIENTS_PER_PAGE },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

const useChanged = () => {
  const queries = useQueryClient()
  return { onSuccess: () => queries.invalidateQueries({ queryKey: KEY }) }
}

export const useCreateClient = () =>
  useMutation({
    mutationFn: (body: BodyInputOf<typeof createClient>) => authedCall(createClient, { body }),
    ...useChanged(),
  })

export const useSetState = () =>
  useMutation({
    mutationFn: ({ id, isActive }: { id: number; isActive: boolean }) =>
      authedCall(setClientState, { params: { otherId: id }, body: { is_active: isActive } }),
    ...useChanged(),
  })

export const useSetLimits = () =>
  useMutation({
    mutationFn: ({ id, limits }: { id: number; limits: ClientLimits }) =>
      authedCall(setClientLimits, { params: { otherId: id }, body: limits }),
    ...useChanged(),
  })
