/** The session's machinery wired to this browser: one refresher for the whole tab. */
import { runtimeConfig } from '#src/core/client-config/runtime-config.ts'
import { ApiError } from '#src/core/http/api-error.ts'
import { setServerReached } from '#src/core/pwa/connectivity.ts'
import { createExclusive } from './exclusive.ts'
import { sessionRefused } from './session-lost.ts'
import { serverNow } from './server-clock.ts'
import { decideRefresh } from './refresh-decision.ts'
import { createRefreshCall } from './refresh-call.ts'
import { createRefresher } from './refresher.ts'
import { saveTokens, storedUser } from './session.ts'
import { tokenMirror, tokenTimes } from './token-mirror.ts'

const refreshUrl = () => {
  const { api_base_url, client_id } = runtimeConfig()
  return `${api_base_url}/accounts/clients/${client_id}/user/refresh-token/`
}

export const accessToken = (): string | null => storedUser()?.access_token ?? null

export const refresher = createRefresher({
  stored: () => {
    const user = storedUser()
    if (!user || user.id === null || !user.access_token || !user.refresh_token) return null
    return { userId: user.id, access_token: user.access_token, refresh_token: user.refresh_token }
  },
  save: ({ userId, access_token, refresh_token }) => saveTokens(userId, access_token, refresh_token),
  mirror: tokenMirror,
  exclusively: createExclusive(() => navigator.locks as LockManager | undefined, 'lms-refresh'),
  call: createRefreshCall(refreshUrl),
  refused: async () => {
    const token = await sessionRefused()
    if (token === null) throw new ApiError({ status: 401, code: 'refresh_failed', detail: null })
    return token
  },
  expired: (token) => decideRefresh(tokenTimes(token), serverNow()) === 'expired',
  steady: () => performance.now(),
  reached: setServerReached,
})
