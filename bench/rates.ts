import autocannon from 'autocannon'

export interface Rate {
  perSecond: number
  p50Ms: number
  p99Ms: number
  errors: number
}

export interface Load {
  url: string
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
  connections?: number
  seconds?: number
}

/** Closed-loop load on loopback for a fixed time, after a short warm-up that is discarded. */
export const rate = async (load: Load): Promise<Rate> => {
  const options = {
    url: load.url,
    method: load.method ?? ('GET' as const),
    headers: load.headers ?? {},
    ...(load.body === undefined ? {} : { body: load.body }),
    connections: load.connections ?? 16,
  }
  await autocannon({ ...options, duration: 2 })
  const result = await autocannon({ ...options, duration: load.seconds ?? 5 })
  return {
    perSecond: result.requests.average,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    errors: result.errors + result.non2xx,
  }
}
