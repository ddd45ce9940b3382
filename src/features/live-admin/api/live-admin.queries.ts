import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { BodyInputOf } from '#contract/endpoint.ts'
import {
  listProviders,
  removeProvider,
  saveConsentRule,
  saveProvider,
  testProvider,
  type ManagedProvider,
} from '#contract/live/admin/providers.ts'
import { placeRecording } from '#contract/live/admin/recordings.ts'
import {
  cancelSession,
  checkPlan,
  createSession,
  endSession,
  findLearners,
  getCalendar,
  getOptions,
  getStaffSession,
  listStaffSessions,
  saveRecording,
  updateSession,
  type SeriesScope,
  type StaffSessionDetail,
} from '#contract/live/admin/sessions.ts'
import type { ClientConsentRule } from '#contract/live/shapes.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import { SESSIONS_PER_PAGE, type SessionFilters } from '../model/session-filters.ts'

const keys = {
  lists: ['live-admin', 'list'] as const,
  one: (id: number) => ['live-admin', 'one', id] as const,
  options: ['live-admin', 'options'] as const,
  providers: ['live-admin', 'providers'] as const,
}

export const sessionListQuery = (filters: SessionFilters) =>
  queryOptions({
    queryKey: [...keys.lists, filters] as const,
    queryFn: ({ signal }) =>
      authedCall(listStaffSessions, {
        query: {
          when: filters.when,
          kind: filters.kind ?? undefined,
          search: filters.search.trim(),
          page: filters.page,
          page_size: SESSIONS_PER_PAGE,
        },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const calendarQuery = (from: string, until: string) =>
  queryOptions({
    queryKey: [...keys.lists, from, until] as const,
    queryFn: ({ signal }) => authedCall(getCalendar, { query: { from, until }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const sessionQuery = (sessionId: number) =>
  queryOptions({
    queryKey: keys.one(sessionId),
    queryFn: ({ signal }) => authedCall(getStaffSession, { params: { sessionId }, signal }),
    staleTime: 0,
  })

export const optionsQuery = () =>
  queryOptions({
    queryKey: keys.options,
    queryFn: ({ signal }) => authedCall(getOptions, { signal }),
    staleTime: 60_000,
  })

export type PlanQuestion = BodyInputOf<typeof checkPlan>

/** What the plan means; null asks nothing. */
export const planQuery = (plan: PlanQuestion | null) =>
  queryOptions({
    queryKey: ['live-admin', 'plan', plan] as const,
    queryFn: ({ signal }) => {
      if (!plan) throw new Error('no plan')
      return authedCall(checkPlan, { body: plan, signal })
    },
    enabled: plan !== null,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const learnersQuery = (search: string) =>
  queryOptions({
    queryKey: ['live-admin', 'learners', search] as const,
    queryFn: ({ signal }) => authedCall(findLearners, { query: { search }, signal }),
    enabled: search !== '',
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** The answer holds the whole session: cache it and fetch the lists again. */
const useCacheSession = () => {
  const queryClient = useQueryClient()
  return async (session: StaffSessionDetail) => {
    queryClient.setQueryData(keys.one(session.id), session)
    await queryClient.invalidateQueries({ queryKey: keys.lists })
  }
}

export const useCreateSession = () => {
  const cacheSession = useCacheSession()
  return useMutation({
    mutationFn: (body: BodyInputOf<typeof createSession>) => authedCall(createSession, { body }),
    onSuccess: cacheSession,
  })
}

export const useUpdateSession = (sessionId: number) => {
  const queryClient = useQueryClient()
  const cacheSession = useCacheSession()
  return useMutation({
    mutationFn: (body: BodyInputOf<typeof updateSession>) =>
      authedCall(updateSession, { params: { sessionId }, body }),
    onSuccess: cacheSession,
    // Somebody else may have saved a newer revision: fetch it.
    onError: () => queryClient.invalidateQueries({ queryKey: keys.one(sessionId) }),
  })
}

export const useCancelSession = (sessionId: number) => {
  const cacheSession = useCacheSession()
  return useMutation({
    mutationFn: (scope: SeriesScope) => authedCall(cancelSession, { params: { sessionId }, body: { scope } }),
    onSuccess: cacheSession,
  })
}

export const useEndSession = (sessionId: number) => {
  const cacheSession = useCacheSession()
  return useMutation({
    mutationFn: () => authedCall(endSession, { params: { sessionId } }),
    onSuccess: cacheSession,
  })
}

export const useSaveRecording = (sessionId: number) => {
  const cacheSession = useCacheSession()
  return useMutation({
    mutationFn: (body: BodyInputOf<typeof saveRecording>) =>
      authedCall(saveRecording, { params: { sessionId }, body }),
    onSuccess: cacheSession,
  })
}

export const usePlaceRecording = (sessionId: number) =>
  useMutation({
    mutationFn: (body: BodyInputOf<typeof placeRecording>) =>
      authedCall(placeRecording, { params: { sessionId }, body }),
  })

export const providersQuery = () =>
  queryOptions({
    queryKey: keys.providers,
    queryFn: ({ signal }) => authedCall(listProviders, { signal }),
    staleTime: 0,
  })

type ProviderChange =
  { kind: 'save'; body: BodyInputOf<typeof saveProvider> } | { kind: 'test' } | { kind: 'remove' }

/** Saves, tests or removes the settings of a service; answers why the service refused them, if it did. */
export const useProviderChange = (provider: ManagedProvider) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (change: ProviderChange) => {
      const params = { provider }
      if (change.kind === 'remove') {
        await authedCall(removeProvider, { params })
        return { failure: null }
      }
      if (change.kind === 'save') await authedCall(saveProvider, { params, body: change.body })
      return authedCall(testProvider, { params })
    },
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: keys.providers }),
        queryClient.invalidateQueries({ queryKey: keys.options }),
      ]),
  })
}

/** Sets the client's rule of consent; null: the hosts decide for each session. */
export const useConsentRule = () => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (rule: ClientConsentRule | null) =>
      authedCall(saveConsentRule, { body: { consent_rule: rule } }),
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: keys.providers }),
        queryClient.invalidateQueries({ queryKey: keys.options }),
      ]),
  })
}
