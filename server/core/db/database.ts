import type { Transaction } from 'kysely'
import pg from 'pg'
import { createReads } from './reads.ts'
import { runTransaction, type TransactionOptions } from './transaction.ts'
import type { CallTenantFunction, Query } from './query.ts'
import type { Tables } from './tables.ts'

// Counts (int8) become numbers. Dates stay YYYY-MM-DD text, because a Date would shift them by the time zone.
pg.types.setTypeParser(20, Number)
pg.types.setTypeParser(1082, (value) => value)

/** A handle inside one transaction that is bound to one tenant. */
export type TenantDb = Transaction<Tables>

/** What a transaction does last. */
interface LastSteps {
  readonly before: (() => Promise<void>)[]
  with: (() => Promise<unknown>)[]
}
const lastSteps = new WeakMap<TenantDb, LastSteps>()
const lastStepsOf = (db: TenantDb): LastSteps => {
  const steps = lastSteps.get(db) ?? { before: [], with: [] }
  lastSteps.set(db, steps)
  return steps
}

/** Runs `work` right before the commit, in the order of the calls. */
export const beforeCommit = (db: TenantDb, work: () => Promise<void>): void => {
  lastStepsOf(db).before.push(work)
}

/**
 * Sends statements in one write with COMMIT: for rows that many transactions lock, because the lock then lasts no round
 * trip longer than the statements. `send` must send them at once. Work before the commit that comes later sees them.
 */
export const withCommit = (db: TenantDb, send: () => Promise<unknown>): void => {
  lastStepsOf(db).with.push(send)
}

/** Runs the work before the commit. Call what it returns to send the statements that leave with COMMIT. */
const finish = async (db: TenantDb): Promise<() => Promise<unknown>> => {
  const steps = lastStepsOf(db)
  const sendLast = () => {
    const last = steps.with
    steps.with = []
    return Promise.all(last.map((send) => send()))
  }
  for (const work of steps.before) {
    await sendLast()
    await work()
  }
  return sendLast
}

/**
 * Every way to the rows: a tenant's transactions, reads and stored functions, and transactions without a tenant.
 * `tests/architecture/database-access.test.ts` lists who uses which outside of requests.
 */
export interface Database {
  /**
   * Runs `work` in one transaction in which row-level security shows the rows of `clientId` only.
   * BEGIN; set_config('app.client_id', …, local); work; COMMIT. Rolled back when `work` throws.
   */
  withTenant<T>(
    clientId: number,
    work: (db: TenantDb) => Promise<T>,
    options?: TransactionOptions,
  ): Promise<T>
  /** Runs `work` in a transaction without a tenant, in which tenant tables are empty and only registry functions work. */
  withoutTenant<T>(work: (db: TenantDb) => Promise<T>): Promise<T>
  /**
   * Reads in one round trip: a read-only transaction that is bound to one tenant as in `withTenant`. Returns the rows of
   * each query, in order. Simultaneous reads of one tenant may share the trip.
   */
  read(clientId: number, queries: readonly Query[]): Promise<unknown[][]>
  /** Calls a stored function that binds its own transaction to the tenant: one prepared statement, one round trip. */
  readonly callTenantFunction: CallTenantFunction
  /** Throws if the database does not respond. */
  ping(): Promise<void>
  close(): Promise<void>
}

/** For the code that opens the database, and for tests. Features get `Database`. */
export interface PooledDatabase extends Database {
  readonly pool: pg.Pool
}

export interface DatabaseOptions {
  connection: pg.PoolConfig
  /** Role that each connection takes, so that the product never works as owner; null if the login already is that role. */
  role: string | null
  maxConnections: number
  onIdleError: (error: Error) => void
}

const CONNECT_WITHIN_MS = 5_000

export const createDatabase = (options: DatabaseOptions): PooledDatabase => {
  const { role } = options
  const pool = new pg.Pool({
    ...options.connection,
    max: options.maxConnections,
    // Sends a statement without waiting for the answers to earlier ones.
    pipeline: true,
    application_name: 'lms',
    // A request that gets no connection in this time answers 503.
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    // Runs before the connection is used; a failure closes it, so the product never works as the login's own role.
    ...(role
      ? {
          onConnect: async (client: pg.ClientBase) => {
            await client.query(`set role ${pg.escapeIdentifier(role)}`)
          },
        }
      : {}),
  })
  let closing = false
  // A connection that breaks while idle must not end the process (H1); the pool replaces it.
  pool.on('error', (error) => {
    if (!closing) options.onIdleError(error)
  })
  // The pool handles errors only of idle connections. Without a handler, one that breaks between two statements of a
  // transaction would end the process. The caller learns of it by the next statement, which fails.
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
  })
  const inTransaction = <T>(
    clientId: number | null,
    work: (db: TenantDb) => Promise<T>,
    options?: TransactionOptions,
  ): Promise<T> =>
    runTransaction(
      pool,
      clientId,
      async (db) => {
        const result = await work(db)
        return { result, sendLast: await finish(db) }
      },
      options,
    )
  return {
    withTenant: inTransaction,
    withoutTenant: (work) => inTransaction(null, work),
    read: createReads(pool),
    callTenantFunction: async <R>(...[clientId, { name, text, args }]: Parameters<CallTenantFunction>) =>
      (await pool.query({ name, text, values: [clientId, ...args] })).rows as R[],
    ping: async () => {
      await pool.query('select 1')
    },
    pool,
    close: async () => {
      closing = true
      await pool.end()
    },
  }
}
