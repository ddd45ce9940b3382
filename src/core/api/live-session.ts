/** The session's machinery wired to this browser: one refresher for the whole tab. */
import { runtimeConfig } from '#src/core/client-config/runtime-config.ts'
import { ApiError } from '#src/core/http/api-error.ts'
import { setServerReached } from '#src/core/http/connectivity.ts'
import { tokenCopy } from '#src/core/offline/token-copy.ts'
import { decideRefresh } from '#src/core/session/refresh-decision.ts'
import { createRefreshCall } from '#src/core/session/refresh-call.ts'
import { createRefresher } from '#src/core/session/refresher.ts'
import { sessionRefused } from '#src/core/session/refused-session.ts'
import { serverNow } from '#src/core/session/server-clock.ts'
import { saveTokens, storedUser } from '#src/core/session/session.ts'
import { tokenTimes } from '#src/core/session/tokens.ts'
import { createExclusive } from '#src/shared/lib/exclusive.ts'

const refreshUrl = () => {
  const { api_base_url, client_id } = runtimeConfig()
  return `${api_base_url}/accounts/clients/${client_id}/user/refresh-token/`
}

export const refresher = createRefresher({
  stored: () => {
    const user = storedUser()
    if (!user || user.id === null || !user.access_token || !user.refresh_token) return null
    return { userId: user.id, access_token: user.access_token, refresh_token: user.refresh_token }
  },
  save: ({ userId, access_token, refresh_token }) => saveTokens(userId, access_token, refresh_token),
  copy: tokenCopy,
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
