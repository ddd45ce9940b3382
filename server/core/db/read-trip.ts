import pg from 'pg'
import type { Query } from './query.ts'

/**
 * Runs several reads of a tenant in one round trip.
 *
 * In PostgreSQL's extended protocol all messages up to Sync are one transaction. The tenant is set at its start and
 * ends with it, as in withTenant, but without separate round trips for BEGIN, set_config, each query and COMMIT.
 */

/** Sets the tenant, makes the transaction read-only, and chooses how its statements are planned. */
const OPENING = `select set_config('app.client_id', $1, true), set_config('transaction_read_only', 'on', true),
  set_config('plan_cache_mode', $2, true)`
const OPENING_NAME = 'lms-tenant'

interface Column {
  readonly name: string
  readonly parse: (text: string) => unknown
}
/** The prepared statements of a connection, with the columns of each result. */
type Prepared = Map<string, { readonly text: string; columns: readonly Column[] | null }>
const preparedOn = new WeakMap<object, Prepared>()

/** The protocol messages used here; the types of `pg` lack half of them. */
interface Wire {
  readonly stream: { readonly cork: () => void; readonly uncork: () => void }
  parse(message: { name: string; text: string }): void
  bind(message: { portal: string; statement: string; values: readonly (string | null)[] }): void
  describe(message: { type: 'P'; name: string }): void
  execute(message: { portal: string; rows: number }): void
  sync(): void
}
interface FieldMessage {
  readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[]
}

const toText = (value: unknown): string | null => {
  if (value === null || typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (value instanceof Date) return value.toISOString()
  throw new TypeError(`a query value must not be a ${typeof value}`)
}

const columnsOf = ({ fields }: FieldMessage): Column[] =>
  fields.map(({ name, dataTypeID }) => ({ name, parse: pg.types.getTypeParser(dataTypeID, 'text') }))

/**
 * One round trip; `pg` calls its handlers for each message of the response. On a connection that sends statements without
 * waiting, `pg` takes only its own class: another may keep a portal open beyond its Sync, which this one does not.
 */
class ReadTrip extends pg.Query {
  readonly #clientId: number
  readonly #queries: readonly Query[]
  readonly #done: (error: Error | null, rows: unknown[][]) => void
  readonly #rows: unknown[][]
  readonly #columns: (readonly Column[] | null)[]
  #prepared: Prepared = new Map()
  /** Index of the query whose result arrives; -1 for the opening statement. */
  #current = -1
  #isDone = false

  constructor(
    clientId: number,
    queries: readonly Query[],
    done: (error: Error | null, rows: unknown[][]) => void,
  ) {
    super('')
    this.#clientId = clientId
    this.#queries = queries
    this.#done = done
    this.#rows = queries.map(() => [])
    this.#columns = queries.map(() => null)
  }

  #end(error: Error | null) {
    if (this.#isDone) return
    this.#isDone = true
    this.#done(error, this.#rows)
  }

  override submit = (connection: pg.Connection): Error | null => {
    const wire = connection as unknown as Wire
    try {
      const values = this.#queries.map((query) => query.values.map(toText))
      this.#prepared = preparedOn.get(wire) ?? new Map()
      preparedOn.set(wire, this.#prepared)
      wire.stream.cork()
      // A named statement is written so that one plan suits all values; the others are planned for their values.
      const planning = this.#queries.every((query) => query.name) ? 'force_generic_plan' : 'auto'
      this.#send(wire, { name: OPENING_NAME, text: OPENING }, [String(this.#clientId), planning])
      wire.execute({ portal: '', rows: 0 })
      for (const [at, query] of this.#queries.entries()) {
        this.#columns[at] = this.#send(wire, query, values[at] ?? [])
        if (this.#columns[at] === null) wire.describe({ type: 'P', name: '' })
        wire.execute({ portal: '', rows: 0 })
      }
      wire.sync()
      wire.stream.uncork()
      return null
    } catch (error) {
      return error as Error
    }
  }

  /** Prepares the statement if needed and binds its values. Returns the columns if they are known. */
  #send(wire: Wire, { name, text }: Pick<Query, 'name' | 'text'>, values: readonly (string | null)[]) {
    const known = name === undefined ? undefined : this.#prepared.get(name)
    if (known && known.text !== text) throw new Error(`two statements are named ${name}`)
    if (!known) {
      wire.parse({ name: name ?? '', text })
      if (name !== undefined) this.#prepared.set(name, { text, columns: null })
    }
    wire.bind({ portal: '', statement: name ?? '', values })
    return known?.columns ?? null
  }

  handleRowDescription(message: FieldMessage) {
    const columns = columnsOf(message)
    this.#columns[this.#current] = columns
    const name = this.#queries[this.#current]?.name
    const known = name === undefined ? undefined : this.#prepared.get(name)
    if (known) known.columns = columns
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }) {
    // Ignore the result of set_config.
    if (this.#current < 0 || this.#isDone) return
    const row: Record<string, unknown> = {}
    const columns = this.#columns[this.#current] ?? []
    for (let at = 0; at < columns.length; at += 1) {
      const { name, parse } = columns[at] as Column
      const text = fields[at] as string | null
      row[name] = text === null ? null : parse(text)
    }
    this.#rows[this.#current]?.push(row)
  }

  handleCommandComplete() {
    this.#current += 1
  }

  handleReadyForQuery() {
    this.#end(null)
  }

  handleError(error: Error) {
    this.#end(error)
  }

  handleEmptyQuery() {
    this.#end(new Error('a query is empty'))
  }

  handlePortalSuspended() {
    this.#end(new Error('a query was suspended'))
  }

  handleCopyInResponse() {
    this.#end(new Error('a query must not copy'))
  }

  handleCopyData() {
    this.#end(new Error('a query must not copy'))
  }
}

/** Returns the rows of each query, in order, from one transaction that is bound to one tenant. */
export const readTrip = (pool: pg.Pool, clientId: number, queries: readonly Query[]): Promise<unknown[][]> =>
  new Promise((resolve, reject) => {
    pool.connect((failed, client, release) => {
      if (failed || !client) return reject(failed ?? new Error('no connection'))
      client.query(
        new ReadTrip(clientId, queries, (error, rows) => {
          // After a failure it is unknown what the connection has prepared, so it is closed and the pool opens another.
          release(error ?? undefined)
          if (error) reject(error)
          else resolve(rows)
        }),
      )
    })
  })
