/** Transactions of Kysely that send a statement without waiting for the answers to the ones before. */
import { hash } from 'node:crypto'
import {
  DefaultQueryExecutor,
  DummyDriver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  Transaction,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type QueryResult,
} from 'kysely'
import type pg from 'pg'
import type { Tables } from './tables.ts'

/** Statements that are sent in the same turn of the event loop leave in one write, so PostgreSQL wakes up once. */
const send = (client: pg.PoolClient, query: pg.QueryConfig): Promise<pg.QueryResult> => {
  const { stream } = client.connection
  stream.cork()
  process.nextTick(() => stream.uncork())
  return client.query(query)
}

/** PostgreSQL cuts names after 63 bytes. */
const nameOf = (text: string): string => hash('sha256', text, 'base64')

const CHANGES: ReadonlySet<string> = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

const connectionOf = (client: pg.PoolClient, state: State): DatabaseConnection => ({
  executeQuery: async <R>({ sql: text, parameters }: CompiledQuery): Promise<QueryResult<R>> => {
    if (state.hasEnded) throw new Error('the transaction has ended')
    const { command, rowCount, rows } = await send(client, {
      text,
      values: [...parameters],
      ...(state.isPrepared && { name: nameOf(text) }),
    })
    return { rows: rows as R[], ...(CHANGES.has(command) && { numAffectedRows: BigInt(rowCount ?? 0) }) }
  },
  streamQuery: () => {
    throw new Error('rows of a transaction are not streamed')
  },
})

const adapter = new PostgresAdapter()
const compiler = new PostgresQueryCompiler()
/** Kysely requires a driver; `runTransaction` begins and ends the transaction instead. */
const driver = new DummyDriver()
const dialect: Dialect = {
  createAdapter: () => adapter,
  createDriver: () => driver,
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => compiler,
}

export interface TransactionOptions {
  /**
   * Prepares each statement once on each connection. For work that repeats few statements very often, because PostgreSQL
   * keeps their plans as long as the connection lives.
   */
  readonly isPrepared: boolean
}

interface State extends TransactionOptions {
  /**
   * Of statements that run in parallel, one may fail while the work of another goes on. Its next statement must not reach
   * the connection, where somebody else's transaction may run by then.
   */
  hasEnded: boolean
}

/** Unlike Kysely's own transactions, this one sends a statement before the earlier ones are answered. */
const transactionOn = (client: pg.PoolClient, state: State): Transaction<Tables> => {
  const connection = connectionOf(client, state)
  return new Transaction<Tables>({
    config: { dialect },
    dialect,
    driver,
    executor: new DefaultQueryExecutor(compiler, adapter, {
      provideConnection: (consumer) => consumer(connection),
    }),
  })
}

/** The first statements of the work leave with these. */
const begin = async (client: pg.PoolClient, clientId: number | null): Promise<void> => {
  await Promise.all([
    send(client, { text: 'begin' }),
    send(client, {
      name: 'lms-transaction',
      text: `select set_config('app.client_id', $1, true)`,
      values: [clientId === null ? '' : String(clientId)],
    }),
  ])
}

/** PostgreSQL refuses a prepared statement for good once a migration has added a column to its result. */
const isPlanOutdated = (error: unknown): boolean => (error as { code?: unknown }).code === '0A000'

interface Done<T> {
  readonly result: T
  /** Sends the last statements. COMMIT follows without waiting for their answers. */
  readonly sendLast: () => Promise<unknown>
}

/** BEGIN, the tenant, the work, COMMIT. Rolled back when the work throws or a statement fails. */
export const runTransaction = async <T>(
  pool: pg.Pool,
  clientId: number | null,
  work: (db: Transaction<Tables>) => Promise<Done<T>>,
  options: TransactionOptions = { isPrepared: false },
): Promise<T> => {
  const client = await pool.connect()
  const begun = begin(client, clientId)
  // Thrown below; until then it must not count as unhandled.
  begun.catch(() => undefined)
  const state: State = { ...options, hasEnded: false }
  let isBroken = false
  try {
    const { result, sendLast } = await work(transactionOn(client, state))
    await begun
    const answers = sendLast()
    state.hasEnded = true
    const [{ command }] = await Promise.all([send(client, { text: 'commit' }), answers])
    // PostgreSQL's answer when a statement failed and the work went on.
    if (command === 'ROLLBACK') throw new Error('a statement of the transaction failed')
    return result
  } catch (error) {
    state.hasEnded = true
    isBroken = isPlanOutdated(error)
    await send(client, { text: 'rollback' }).catch(() => {
      isBroken = true
    })
    // PostgreSQL refuses the statements after one that failed: the cause is the first.
    await begun
    throw error
  } finally {
    client.release(isBroken)
  }
}
