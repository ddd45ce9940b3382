import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import { createReads } from './reads.ts'
import type { CallTenantFunction, Query } from './query.ts'
import type { Tables } from './tables.ts'

// int8 counts arrive as numbers, dates as YYYY-MM-DD text: no silent time zone shifts.
pg.types.setTypeParser(20, Number)
pg.types.setTypeParser(1082, (value) => value)

/** A handle inside one transaction that is bound to one tenant. */
export type TenantDb = Transaction<Tables>

const lastWork = new WeakMap<TenantDb, (() => Promise<void>)[]>()

/** Work that ends a transaction, in the order of the calls: for rows that many lock, and nobody should hold for long. */
export const beforeCommit = (db: TenantDb, work: () => Promise<void>): void => {
  const queue = lastWork.get(db) ?? []
  queue.push(work)
  lastWork.set(db, queue)
}

/**
 * All ways to the rows: transactions of a tenant, reads of a tenant, calls of a tenant's stored functions, and
 * transactions without a tenant. `tests/architecture/database-access.test.ts` lists who uses which outside of requests.
 */
export interface Database {
  /**
   * Runs `work` in one transaction in which row-level security shows the rows of `clientId` only.
   * BEGIN; set_config('app.client_id', …, local); work; COMMIT. Rolled back when `work` throws.
   */
  withTenant<T>(clientId: number, work: (db: TenantDb) => Promise<T>): Promise<T>
  /** Runs `work` in a transaction without a tenant: tenant tables are empty there; only registry functions answer. */
  withoutTenant<T>(work: (db: TenantDb) => Promise<T>): Promise<T>
  /**
   * Reads in one round trip: one transaction that is bound to one tenant as in `withTenant` and cannot write. Returns
   * the rows of each query, in their order. Simultaneous reads of one tenant may share the trip.
   */
  read(clientId: number, queries: readonly Query[]): Promise<unknown[][]>
  /** Calls a stored function that binds its own transaction to the tenant: one prepared statement, one round trip. */
  readonly callTenantFunction: CallTenantFunction
  /** Throws when the database does not answer. */
  ping(): Promise<void>
  close(): Promise<void>
}

/** For the code that opens the database, and for tests. Features get `Database`. */
export interface PooledDatabase extends Database {
  readonly pool: pg.Pool
}

export interface DatabaseOptions {
  connection: pg.PoolConfig
  /** Role taken on each connection so that the product never works as owner; null when the login itself is that role. */
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
    application_name: 'lms',
    // A request that cannot get a connection is answered with 503, not kept waiting.
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    // Before the connection is handed out, and a failure closes it: the product never works as the login's own role.
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
  // The pool listens only while a connection is idle: one that breaks between two statements of a transaction would
  // end the process. The statement that follows fails by itself and tells the caller.
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
  })
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  const inTransaction = <T>(clientId: number | null, work: (db: TenantDb) => Promise<T>): Promise<T> =>
    kysely.transaction().execute(async (db) => {
      await sql`select set_config('app.client_id', ${clientId === null ? '' : String(clientId)}, true)`.execute(
        db,
      )
      const result = await work(db)
      for (const last of lastWork.get(db) ?? []) await last()
      return result
    })
  return {
    withTenant: (clientId, work) => inTransaction(clientId, work),
    withoutTenant: (work) => inTransaction(null, work),
    read: createReads(pool),
    callTenantFunction: async <R>(...[clientId, { name, text, args }]: Parameters<CallTenantFunction>) =>
      (await pool.query({ name, text, values: [clientId, ...args] })).rows as R[],
    ping: async () => {
      await sql`select 1`.execute(kysely)
    },
    pool,
    close: async () => {
      closing = true
      await kysely.destroy()
    },
  }
}
