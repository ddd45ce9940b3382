import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { BodyInputOf } from '#contract/endpoint.ts'
import {
  getSettings,
  sendTestMail,
  setAccountRules,
  setLanguages,
  setMail,
  switchFeature,
  type ClientSettings,
} from '#contract/client-info/settings-endpoints.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import { isApiError } from '#src/core/http/api-error.ts'
import { useShowClientInfo } from './client-info.ts'

const KEY = ['settings', 'client'] as const

export const settingsQuery = () =>
  queryOptions({
    queryKey: KEY,
    queryFn: ({ signal }) => authedCall(getSettings, { signal }),
    staleTime: 0,
  })

/** Shows the newest settings: what was stored, or what somebody else stored meanwhile. */
const useStored = () => {
  const client: QueryClient = useQueryClient()
  const showClientInfo = useShowClientInfo()
  return {
    onSuccess: (settings: ClientSettings) => {
      client.setQueryData(KEY, settings)
      void showClientInfo()
    },
    onError: (error: unknown) => {
      if (isApiError(error) && error.status === 409) void client.invalidateQueries({ queryKey: KEY })
    },
  }
}

export const useSwitchFeature = () =>
  useMutation({
    mutationFn: (body: BodyInputOf<typeof switchFeature>) => authedCall(switchFeature, { body }),
    ...useStored(),
  })

export const useSetLanguages = () =>
  useMutation({
    mutationFn: (body: BodyInputOf<typeof setLanguages>) => authedCall(setLanguages, { body }),
    ...useStored(),
  })

export const useSetMail = () =>
  useMutation({
    mutationFn: (body: BodyInputOf<typeof setMail>) => authedCall(setMail, { body }),
    ...useStored(),
  })

export const useSetAccountRules = () =>
  useMutation({
    mutationFn: (body: BodyInputOf<typeof setAccountRules>) => authedCall(setAccountRules, { body }),
    ...useStored(),
  })

export const useTestMail = () => useMutation({ mutationFn: () => authedCall(sendTestMail) })
