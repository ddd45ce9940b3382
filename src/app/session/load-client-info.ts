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

/** `fallback` is the spec's App Init Error in the person's language. */
export const loadClientInfo = async (dispatch: AppDispatch, fallback: string): Promise<void> => {
  try {
    const info = await authedCall(getClientInfo)
    safeLocal.set(keys.clientInfo, JSON.stringify(info))
    dispatch(clientInfoLoaded(info))
  } catch (error) {
    if (isApiError(error) && error.code === 'client_inactive') dispatch(clientInfoInactive())
    else dispatch(clientInfoFailed((isApiError(error) && error.detail) || fallback))
  }
}
