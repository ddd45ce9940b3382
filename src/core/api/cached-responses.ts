/**
 * What the server last answered to a learner's pages, so that they open again without a connection. Cached by the page,
 * not by the worker (trust pitfall 13), for this person only. Exams, staff pages, accounts and money are never cached.
 * A refusal is an answer of the server too: nothing cached ever takes its place.
 */
import { pathFor, type EndpointSpec } from '#contract/endpoint.ts'
import { clientId } from '#src/core/client-config/runtime-config.ts'
import { isApiError } from '#src/core/http/api-error.ts'
import { isReachable, onConnectivity } from '#src/core/http/connectivity.ts'
import { currentOwner } from '#src/core/offline/owner.ts'
import { cacheResponse, readResponse, trimVisited } from '#src/core/offline/response-cache.ts'
import { liveQueryClient } from './query-client.ts'

const TRIM_EVERY = 20
/** While the server seems out of reach, a cached response waits so long for it and no longer. */
const PATIENCE_MS = 1000
const LATE = Symbol('late')

type Options = { params?: object; query?: object } | undefined

/** The address of a response: its path, and its query in one order. */
export const addressOf = (endpoint: EndpointSpec, options: Options): string =>
  `${pathFor(endpoint, { clientId: clientId(), ...options?.params })}?${JSON.stringify(
    Object.entries(options?.query ?? {})
      .filter(([, value]) => value !== undefined && value !== null && value !== '')
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  )}`

let count = 0
export const storeInCache = async (
  endpoint: EndpointSpec,
  options: Options,
  answer: unknown,
): Promise<void> => {
  const owner = currentOwner()
  if (owner === null || endpoint.offline !== 'cache') return
  await cacheResponse(owner, { address: addressOf(endpoint, options), feature: endpoint.feature }, answer)
  count += 1
  if (count % TRIM_EVERY === 0) await trimVisited(owner)
}

const readCache = async (endpoint: EndpointSpec, options: Options): Promise<{ answer: unknown } | null> => {
  const owner = currentOwner()
  return owner === null || endpoint.offline !== 'cache'
    ? null
    : readResponse(owner, addressOf(endpoint, options))
}

let usedCache = false
const give = ({ answer }: { answer: unknown }) => {
  usedCache = true
  return answer
}
// Pages that show cached responses read again as soon as the server can be reached.
onConnectivity(() => {
  if (!usedCache || !isReachable()) return
  usedCache = false
  void liveQueryClient()?.invalidateQueries()
})

/** For a read that failed: the cached response, where only the connection is missing; else the failure goes on. */
export const cachedInsteadOf = async (
  error: unknown,
  endpoint: EndpointSpec,
  options: Options,
): Promise<unknown> => {
  const cached = isApiError(error) && error.code === 'network' ? await readCache(endpoint, options) : null
  if (!cached) throw error
  return give(cached)
}

/** For a read while the server seems out of reach: it is asked, and a cached response does not wait for it long. */
export const readOrCached = async (
  endpoint: EndpointSpec,
  options: Options,
  read: () => Promise<unknown>,
): Promise<unknown> => {
  const cached = await readCache(endpoint, options)
  if (!cached) return read()
  const late = new Promise<typeof LATE>((resolve) => setTimeout(() => resolve(LATE), PATIENCE_MS))
  const first = await Promise.race([
    read().catch((error: unknown) => cachedInsteadOf(error, endpoint, options)),
    late,
  ])
  return first === LATE ? give(cached) : first
}
