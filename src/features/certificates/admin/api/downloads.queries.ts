import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { getDownload, startDownload } from '#contract/certificates/downloads.ts'
import type { COUNTING_STATES } from '#contract/certificates/shapes.ts'
import { authedCall } from '#src/core/api/authed-call.ts'

const ASK_EVERY_MS = 1500
/** The address holds for five minutes. */
const RENEW_MS = 4 * 60_000

const downloadQuery = (downloadId: string) =>
  queryOptions({
    queryKey: ['certificate-download', downloadId],
    queryFn: ({ signal }) => authedCall(getDownload, { params: { downloadId }, signal }),
    enabled: downloadId !== '',
    gcTime: 0,
    refetchInterval: ({ state }) => {
      if (state.data?.state === 'failed') return false
      return state.data?.state === 'ready' ? RENEW_MS : ASK_EVERY_MS
    },
  })

export interface DownloadFilters {
  search: string
  /** Null: both. */
  state: (typeof COUNTING_STATES)[number] | null
}

/** Asks for a ZIP file and follows it until it is there. */
export const useDownload = () => {
  const start = useMutation({
    mutationFn: ({ search, state }: DownloadFilters) =>
      authedCall(startDownload, {
        body: { idempotency_key: crypto.randomUUID(), ...(search && { search }), ...(state && { state }) },
      }),
  })
  const query = useQuery(downloadQuery(start.data?.id ?? ''))
  return { start, download: query.data ?? start.data }
}
