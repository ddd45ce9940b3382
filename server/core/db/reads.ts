import pg from 'pg'
import type { Query } from './query.ts'
import { readTrip } from './read-trip.ts'
import { createBatchLoader } from './batch-loader.ts'

/** Round trips of prepared reads at a time. Reads that arrive meanwhile share the next trip. */
const SLOTS = 2
const READS_PER_TRIP = 32
/** A prepared read takes a fraction of a millisecond; a stuck one blocks the others no longer than this. */
const SLOT_TIMEOUT_MS = 50

interface Read {
  readonly clientId: number
  readonly queries: readonly Query[]
}

/** True for a bad statement or value, false for a lost connection: only the former is worth a second try, alone. */
const isItemError = (error: unknown): boolean =>
  error instanceof TypeError || (error instanceof pg.DatabaseError && error.severity === 'ERROR')

/**
 * Reads of a tenant, each in one round trip. Prepared reads of one tenant share a trip if they arrive together. They are
 * a read-only transaction either way, each statement has its own snapshot and values, and a trip with eight reads costs
 * little more than a trip with one.
 */
export const createReads = (pool: pg.Pool) => {
  const readInBatches = createBatchLoader<Read, unknown[][]>({
    keyOf: ({ clientId }) => clientId,
    slots: SLOTS,
    maxBatch: READS_PER_TRIP,
    slotTimeoutMs: SLOT_TIMEOUT_MS,
    isItemError,
    run: async (reads) => {
      const clientId = reads[0]?.clientId ?? 0
      const rows = await readTrip(
        pool,
        clientId,
        reads.flatMap(({ queries }) => queries),
      )
      let start = 0
      return reads.map(({ queries }) => rows.slice(start, (start += queries.length)))
    },
  })
  return (clientId: number, queries: readonly Query[]): Promise<unknown[][]> =>
    queries.length > 0 && queries.every(({ name }) => name !== undefined)
      ? readInBatches({ clientId, queries })
      : readTrip(pool, clientId, queries)
}
