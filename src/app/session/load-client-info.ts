/** The client's information for members: the last known one at once, the server's as soon as it is there. */
import { getClientInfo, type ClientInfo } from '#contract/client-info/client-info.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import { isApiError } from '#src/core/http/api-error.ts'
import type { AppDispatch } from '#src/core/store/store.ts'
import { keys } from '#src/core/storage/keys.ts'
import { safeLocal } from '#src/core/storage/safe-storage.ts'
import {
  clientInfoFailed,
  clientInfoInactive,
  clientInfoLoaded,
} from '#src/core/client-config/client-config-slice.ts'
import { hasFeature } from '#src/core/client-config/features.ts'
import { clientId } from '#src/core/client-config/runtime-config.ts'

const remembered = (): ClientInfo | null => {
  try {
    const info = JSON.parse(safeLocal.get(keys.clientInfo) ?? '') as ClientInfo | null
    return info?.id === clientId() && Array.isArray(info.features) ? info : null
  } catch {
    return null
  }
}

export const showRememberedClientInfo = (dispatch: AppDispatch) => {
  const info = remembered()
  if (info) dispatch(clientInfoLoaded(info))
}

/** The names of features that the device knew and the client no longer has. */
const goneFeatures = (info: ClientInfo): string[] =>
  (remembered()?.features ?? [])
    .map(({ slug }) => slug.toLowerCase())
    .filter((slug) => !hasFeature(info.features, slug))

/** Remembered once the device is rid of what is gone: an interrupted removal is repeated at the next start. */
const remember = async (info: ClientInfo): Promise<void> => {
  const gone = goneFeatures(info)
  if (gone.length > 0) await (await import('../offline/remove-features.ts')).removeFeatures(gone)
  safeLocal.set(keys.clientInfo, JSON.stringify(info))
}

const load = async (dispatch: AppDispatch, fallback: string): Promise<void> => {
  try {
    const info = await authedCall(getClientInfo)
    dispatch(clientInfoLoaded(info))
    await remember(info).catch(() => undefined)
  } catch (error) {
    if (isApiError(error) && error.code === 'client_inactive') dispatch(clientInfoInactive())
    else dispatch(clientInfoFailed((isApiError(error) && error.detail) || fallback))
  }
}

let loading: Promise<void> | null = null
/** `fallback` is the spec's App Init Error in the person's language. One call at a time. */
export const loadClientInfo = (dispatch: AppDispatch, fallback: string): Promise<void> =>
  (loading ??= load(dispatch, fallback).finally(() => {
    loading = null
  }))
