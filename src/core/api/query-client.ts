import {
  QueryClient,
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type QueryKey,
} from '@tanstack/react-query'
import { isApiError } from '#src/core/http/api-error.ts'

/** Spec 9: fresh for 5 minutes, one retry by default. */
export const STALE_AFTER_MS = 5 * 60_000
const RETRIES = 1

/** A refusal (4xx) stays a refusal however often one asks. */
export const shouldRetry = (failures: number, error: unknown): boolean => {
  const refused = isApiError(error) && error.status !== null && error.status >= 400 && error.status < 500
  return !refused && failures < RETRIES
}

/** The library lets a first fetch in flight finish and takes its answer, from before the change, as fresh. */
class ChangeAwareClient extends QueryClient {
  override async invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const firstFetches = this.getQueryCache()
      .findAll(filters)
      .filter(({ state }) => state.data === undefined && state.fetchStatus === 'fetching')
    await super.invalidateQueries(filters, options)
    if (firstFetches.length === 0) return
    await Promise.allSettled(firstFetches.map(({ promise }) => Promise.resolve(promise)))
    await super.invalidateQueries(
      { ...filters, predicate: (query) => firstFetches.some((each) => each === query) } as typeof filters,
      options,
    )
  }
}

let live: QueryClient | null = null
/** The one of the signed-in pages; null before there is one. */
export const liveQueryClient = (): QueryClient | null => live

export const createQueryClient = () =>
  (live = new ChangeAwareClient({
    defaultOptions: {
      queries: { staleTime: STALE_AFTER_MS, retry: shouldRetry, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  }))
