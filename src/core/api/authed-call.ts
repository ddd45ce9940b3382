import { pathFor, type EndpointSpec } from '#contract/endpoint.ts'
import { clientId, runtimeConfig } from '#src/core/client-config/runtime-config.ts'
import { isApiError } from '#src/core/http/api-error.ts'
import { createHttp } from '#src/core/http/create-http.ts'
import { withRefresh } from '#src/core/http/with-refresh.ts'
import { isReachable } from '#src/core/pwa/connectivity.ts'
import { accessToken, refresher } from '#src/core/session/live-session.ts'
import { whenUseful } from '#src/core/when-useful.ts'
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

let gaveKept = false
/** Whether pages stand on what the device had kept, since this was last asked. */
export const tookFromShelf = (): boolean => {
  const gave = gaveKept
  gaveKept = false
  return gave
}

/** Where an answer comes from: the path and what was asked, in one order. */
export const addressOf = (endpoint: EndpointSpec, options: { params?: object; query?: object } = {}) =>
  `${pathFor(endpoint, { clientId: clientId(), ...options.params })}?${JSON.stringify(
    Object.entries(options.query ?? {})
      .filter(([, value]) => value !== undefined && value !== null && value !== '')
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  )}`

/** While the server seems out of reach, what is kept waits so long for it and no longer. */
const PATIENCE_MS = 1000

const recall = (endpoint: EndpointSpec, address: string) =>
  shelf().then(
    (module) => module.recall(endpoint, address),
    () => null,
  )
const give = ({ answer }: { answer: unknown }) => {
  gaveKept = true
  return answer
}

/** Reading: the server's word, else what the device kept of it. A refusal is a word too. */
const read = async (endpoint: EndpointSpec, options: object | undefined) => {
  const address = addressOf(endpoint, options)
  const ask = async () => {
    const answer: unknown = await call(endpoint, options as never)
    if ('indexedDB' in window)
      void whenUseful()
        .then(shelf)
        .then((module) => module.note(endpoint, address, answer))
        .catch(() => undefined)
    return answer
  }
  const known = isReachable() ? null : await recall(endpoint, address)
  const late = known && new Promise((resolve) => setTimeout(resolve, PATIENCE_MS)).then(() => give(known))
  try {
    return await (late ? Promise.race([ask(), late]) : ask())
  } catch (error) {
    if (!isApiError(error) || error.code !== 'network') throw error
    const kept = known ?? (await recall(endpoint, address))
    if (!kept) throw error
    return give(kept)
  }
}

/** Calls of the signed-in person: bearer, one refresh for all who wait, one retry. Throws ApiError. */
export const authedCall: Call = (endpoint, ...rest) =>
  endpoint.method === 'GET' ? (read(endpoint, rest[0]) as never) : call(endpoint, ...rest)
