import { runtimeConfig } from '#src/core/client-config/runtime-config.ts'
import { createHttp } from '#src/core/http/create-http.ts'
import { withRefresh } from '#src/core/http/with-refresh.ts'
import { accessToken, refresher } from '#src/core/session/live-session.ts'
import { makeCall } from './call.ts'

let http: ReturnType<typeof createHttp> | null = null

/** Calls of the signed-in person: bearer, one refresh for all who wait, one retry. Throws ApiError. */
export const authedCall = makeCall(
  () =>
    (http ??= withRefresh(createHttp(runtimeConfig().api_base_url), {
      accessToken,
      refresh: refresher.refresh,
    })),
)
