import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  cancelDeletion,
  exportAddress,
  getOwnData,
  requestDeletion,
  requestExport,
  type OwnDataStatus,
} from '#contract/own-data/own-data.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import { profileKeys } from './profile.keys.ts'

const LOOK_AGAIN_MS = 10_000

/** Looks again while a copy is being prepared. */
export const useOwnData = () =>
  useQuery({
    queryKey: profileKeys.ownData,
    queryFn: ({ signal }) => authedCall(getOwnData, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.export?.state === 'preparing' ? LOOK_AGAIN_MS : false),
  })

const useStatusMutation = (change: () => Promise<OwnDataStatus | undefined>) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: (status) =>
      status
        ? client.setQueryData(profileKeys.ownData, status)
        : client.invalidateQueries({ queryKey: profileKeys.ownData }),
  })
}

export const useRequestExport = () => useStatusMutation(() => authedCall(requestExport))
export const useRequestDeletion = () => useStatusMutation(() => authedCall(requestDeletion))
export const useCancelDeletion = () =>
  useStatusMutation(async () => {
    await authedCall(cancelDeletion)
    return undefined
  })
export const useExportAddress = () => useMutation({ mutationFn: () => authedCall(exportAddress) })
