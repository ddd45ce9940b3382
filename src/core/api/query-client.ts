import { QueryClient } from '@tanstack/react-query'
import { isApiError } from '#src/core/http/api-error.ts'

/** Spec 9: fresh for 5 minutes, one retry by default. */
export const STALE_AFTER_MS = 5 * 60_000
const RETRIES = 1

/** A refusal (4xx) stays a refusal however often one asks. */
export const shouldRetry = (failures: number, error: unknown): boolean => {
  const refused = isApiError(error) && error.status !== null && error.status >= 400 && error.status < 500
  return !refused && failures < RETRIES
}

let live: QueryClient | null = null
/** The one of the signed-in pages; null before there is one. */
export const liveQueryClient = (): QueryClient | null => live

export const createQueryClient = () =>
  (live = new QueryClient({
    defaultOptions: {
      queries: { staleTime: STALE_AFTER_MS, retry: shouldRetry, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  }))
