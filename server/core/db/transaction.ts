/** Transactions of Kysely that send a statement without waiting for the answers to the ones before. */
import { createHash } from 'node:crypto'
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
export const send = (client: pg.PoolClient, query: pg.QueryConfig): Promise<pg.QueryResult> => {
  const { stream } = client.connection
  stream.cork()
  process.nextTick(() => stream.uncork())
  return client.query(query)
}

const names = new Map<string, string>()

/** PostgreSQL cuts names after 63 bytes. */
const nameOf = (text: string): string => {
  const known = names.get(text)
  if (known !== undefined) return known
  const name = createHash('sha256').update(text).digest('base64')
  names.set(text, name)
  return name
}

const CHANGES: ReadonlySet<string> = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

const connectionOf = (client: pg.PoolClient, options: TransactionOptions): DatabaseConnection => ({
  executeQuery: async <R>({ sql: text, parameters }: CompiledQuery): Promise<QueryResult<R>> => {
    const { command, rowCount, rows } = await send(client, {
      text,
      values: [...parameters],
      ...(options.isPrepared && { name: nameOf(text) }),
    })
    return { rows: rows as R[], ...(CHANGES.has(command) && { numAffectedRows: BigInt(rowCount ?? 0) }) }
  },
  streamQuery: () => {
    throw new Error('rows of a transaction are not streamed')
  },
})

const adapter = new PostgresAdapter()
const compiler = new PostgresQueryCompiler()
/** Begins and ends nothing: that is done by the code that opens the transaction. */
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

/** Kysely's own transactions send a statement only after the answer to the one before. */
const transactionOn = (client: pg.PoolClient, options: TransactionOptions): Transaction<Tables> => {
  const connection = connectionOf(client, options)
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

/** BEGIN, the tenant, the work, COMMIT. Rolled back when the work throws. */
export const runTransaction = async <T>(
  pool: pg.Pool,
  clientId: number | null,
  work: (db: Transaction<Tables>) => Promise<T>,
  options: TransactionOptions = { isPrepared: false },
): Promise<T> => {
  const client = await pool.connect()
  const begun = begin(client, clientId)
  // Thrown below; until then it must not count as unhandled.
  begun.catch(() => undefined)
  let isBroken = false
  try {
    const result = await work(transactionOn(client, options))
    await begun
    const { command } = await send(client, { text: 'commit' })
    // PostgreSQL's answer when a statement failed and the work went on.
    if (command === 'ROLLBACK') throw new Error('a statement of the transaction failed')
    return result
  } catch (error) {
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
