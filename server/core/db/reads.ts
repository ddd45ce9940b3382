import pg from 'pg'
import type { Query } from './query.ts'
import { readTrip } from './read-trip.ts'
import { together } from './batch-loader.ts'

/** Trips of prepared reads at once; what comes meanwhile waits for the next and shares it. */
const LANES = 2
/** Reads in one trip. */
const MOST = 32
/** A prepared read takes a fraction of a millisecond; one that is stuck holds nobody up for longer than this. */
const LANE_FOR_MS = 50

interface Read {
  readonly clientId: number
  readonly queries: readonly Query[]
}

/** A statement or a value that is bad, as against a connection that is gone: asking again only helps with the former. */
const isOwn = (error: unknown): boolean =>
  error instanceof TypeError || (error instanceof pg.DatabaseError && error.severity === 'ERROR')

/**
 * Reads of a tenant, each in one round trip. Those that are prepared share it with what else is asked of that tenant at
 * the same moment: they are one read-only transaction either way, each statement has its own snapshot and its own
 * values, and a trip for eight costs the database and this process little more than a trip for one.
 */
export const createReads = (pool: pg.Pool) => {
  const prepared = together<Read, unknown[][]>({
    keyOf: ({ clientId }) => clientId,
    lanes: LANES,
    most: MOST,
    laneForMs: LANE_FOR_MS,
    isOwn,
    run: async (reads) => {
      const clientId = reads[0]?.clientId ?? 0
      const rows = await readTrip(
        pool,
        clientId,
        reads.flatMap(({ queries }) => queries),
      )
      let at = 0
      return reads.map(({ queries }) => rows.slice(at, (at += queries.length)))
    },
  })
  return (clientId: number, queries: readonly Query[]): Promise<unknown[][]> =>
    queries.length > 0 && queries.every(({ name }) => name !== undefined)
      ? prepared({ clientId, queries })
      : readTrip(pool, clientId, queries)
}
