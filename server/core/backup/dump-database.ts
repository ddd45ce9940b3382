/** Reads the whole database in one snapshot, next to a running product. */
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { OWNER } from '../db/roles.ts'
import type { Entry } from './archive.ts'
import {
  quoted,
  readClientIds,
  readSequenceNames,
  readTables,
  useNeutralFormats,
  type Table,
} from './catalogue.ts'

/** Runs `work` in one snapshot: it sees the database as it was at its first query. */
export const inSnapshot = async function* <T>(
  connection: pg.ClientConfig,
  work: (client: pg.Client) => AsyncGenerator<T>,
): AsyncGenerator<T> {
  const client = new pg.Client({ ...connection, application_name: 'lms backup' })
  // The statement that runs then fails and tells why.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    await useNeutralFormats(client)
    await client.query(`set local role ${OWNER}`)
    yield* work(client)
    await client.query('commit')
  } finally {
    await client.end()
  }
}

/** Records and data of every table, then of every sequence. */
export const dumpDatabase = async function* (client: pg.Client): AsyncGenerator<Entry> {
  const tables = await readTables(client)
  const clientIds = await readClientIds(client)
  for (const table of tables) yield* dumpTable(client, table, clientIds)
  // Sequences belong to no snapshot: read after the rows, they are never behind them.
  for (const name of await readSequenceNames(client)) {
    const { rows } = await client.query<{ value: string; isCalled: boolean }>(
      `select last_value::text as value, is_called as "isCalled" from ${quoted(name)}`,
    )
    for (const { value, isCalled } of rows) yield { record: { type: 'sequence', name, value, isCalled } }
  }
}

const dumpTable = async function* (
  client: pg.Client,
  { name, columns, isTenants }: Table,
  clientIds: readonly number[],
): AsyncGenerator<Entry> {
  yield { record: { type: 'table', name, columns: [...columns] } }
  let rows = 0
  // The owner is bound by row-level security too, so a table of tenants is read tenant by tenant.
  for (const clientId of isTenants ? clientIds : [null]) {
    await client.query("select set_config('app.client_id', $1, true)", [clientId?.toString() ?? ''])
    const stream = client.query(
      copyTo(`copy (select ${columns.map(quoted).join(', ')} from ${quoted(name)}) to stdout`),
    )
    for await (const data of stream) yield { data: data as Buffer, isCompressible: true }
    rows += stream.rowCount
  }
  yield { record: { type: 'table-end', rows } }
}
