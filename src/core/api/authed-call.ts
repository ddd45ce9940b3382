import type { EndpointSpec } from '#contract/endpoint.ts'
import { notifyFeatureOff } from '#src/core/client-config/feature-off.ts'
import { runtimeConfig } from '#src/core/client-config/runtime-config.ts'
import { isApiError } from '#src/core/http/api-error.ts'
import { isReachable } from '#src/core/http/connectivity.ts'
import { createHttp } from '#src/core/http/create-http.ts'
import { withRefresh } from '#src/core/http/with-refresh.ts'
import { accessToken } from '#src/core/session/session.ts'
import { proveIdentity } from '#src/core/session/step-up.ts'
import { afterInteractive } from '#src/core/after-interactive.ts'
import { makeCall, type Call } from './call.ts'
import { refresher } from './live-session.ts'

let http: ReturnType<typeof createHttp> | null = null

const send = makeCall(
  () =>
    (http ??= withRefresh(createHttp(runtimeConfig().api_base_url), {
      accessToken,
      refresh: refresher.refresh,
    })),
)

/** Repeats a call once after the person proved their identity; nothing that was typed is lost. */
const call: Call = async (endpoint, ...rest) => {
  try {
    return await send(endpoint, ...rest)
  } catch (error) {
    if (isApiError(error) && error.code === 'feature_off') notifyFeatureOff()
    if (!isApiError(error) || error.code !== 'step_up_required' || !(await proveIdentity())) throw error
    return send(endpoint, ...rest)
  }
}

const cachedResponses = () => import('./cached-responses.ts')

/** Reading: the server's answer, else the cached one (cached-responses.ts). */
const read = async (endpoint: EndpointSpec, options: object | undefined): Promise<unknown> => {
  const ask = () => call(endpoint, options as never)
  if (!isReachable())
    return cachedResponses().then((cache) => cache.readOrCached(endpoint, options, ask), ask)
  try {
    const answer: unknown = await ask()
    void afterInteractive()
      .then(cachedResponses)
      .then((cache) => cache.storeInCache(endpoint, options, answer))
      .catch(() => undefined)
    return answer
  } catch (error) {
    const cache = await cachedResponses().catch(() => null)
    if (!cache) throw error
    return cache.cachedInsteadOf(error, endpoint, options)
  }
}

/** Calls of the signed-in person: bearer token, one shared refresh, one retry. Throws ApiError. */
export const authedCall: Call = (endpoint, ...rest) =>
  endpoint.method === 'GET' ? (read(endpoint, rest[0]) as never) : call(endpoint, ...rest)
