import type { EndpointSpec } from '#contract/endpoint.ts'
import { runtimeConfig } from '#src/core/client-config/runtime-config.ts'
import { createHttp } from '#src/core/http/create-http.ts'
import { withRefresh } from '#src/core/http/with-refresh.ts'
import { isReachable } from '#src/core/pwa/connectivity.ts'
import { accessToken, refresher } from '#src/core/session/live-session.ts'
import { afterInteractive } from '#src/core/after-interactive.ts'
import { makeCall, type Call } from './call.ts'

let http: ReturnType<typeof createHttp> | null = null

const call = makeCall(
  () =>
    (http ??= withRefresh(createHttp(runtimeConfig().api_base_url), {
      accessToken,
      refresh: refresher.refresh,
    })),
)

const shelf = () => import('./kept-answers.ts')

/** Reading: the server's word, else what the device kept of it (kept-answers.ts). */
const read = async (endpoint: EndpointSpec, options: object | undefined): Promise<unknown> => {
  const ask = () => call(endpoint, options as never)
  if (!isReachable()) return shelf().then((kept) => kept.askOrRecall(endpoint, options, ask), ask)
  try {
    const answer: unknown = await ask()
    void afterInteractive()
      .then(shelf)
      .then((kept) => kept.note(endpoint, options, answer))
      .catch(() => undefined)
    return answer
  } catch (error) {
    const kept = await shelf().catch(() => null)
    if (!kept) throw error
    return kept.insteadOf(error, endpoint, options)
  }
}

/** Calls of the signed-in person: bearer, one refresh for all who wait, one retry. Throws ApiError. */
export const authedCall: Call = (endpoint, ...rest) =>
  endpoint.method === 'GET' ? (read(endpoint, rest[0]) as never) : call(endpoint, ...rest)
