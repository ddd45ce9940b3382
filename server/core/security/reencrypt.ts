/** Encrypts everything at rest again under the current master key. Safe to stop and to repeat at any point. */
import { sql } from 'kysely'
import type { Database, TenantDb } from '../db/database.ts'
import type { Vault } from './vault.ts'

/** A column with ciphertexts of the vault. */
export interface EncryptedColumn {
  readonly table: string
  readonly column: string
  /** The columns that identify a row, within its tenant. */
  readonly key: readonly string[]
  readonly purpose: string
  /** False for a table without tenants. */
  readonly isTenants: boolean
  readonly context: (clientId: number, row: Readonly<Record<string, unknown>>) => string
}

export interface Reencrypted {
  /** Rows that are now under the current key. */
  readonly changed: number
  /** `table.column` of each row that no known key decrypts. */
  readonly unreadable: readonly string[]
}

export const listClientIds = (database: Database): Promise<number[]> =>
  database.withoutTenant(async (db) => {
    const { rows } = await sql<{ id: number }>`select list_client_ids() as id`.execute(db)
    return rows.map(({ id }) => id)
  })

type Row = Record<string, unknown> & { encrypted: Buffer }

export const reencryptAll = async (
  database: Database,
  vault: Vault,
  columns: readonly EncryptedColumn[],
  onStep: (step: string) => void = () => undefined,
): Promise<Reencrypted> => {
  let changed = 0
  const unreadable: string[] = []
  const add = (result: Reencrypted) => {
    changed += result.changed
    unreadable.push(...result.unreadable)
    onStep('column encrypted')
  }
  const clientIds = await listClientIds(database)
  for (const column of columns.filter(({ isTenants }) => !isTenants))
    add(await database.withoutTenant((db) => reencryptColumn(db, vault, column, 0)))
  for (const clientId of clientIds)
    for (const column of columns.filter(({ isTenants }) => isTenants))
      add(await database.withTenant(clientId, (db) => reencryptColumn(db, vault, column, clientId)))
  return { changed, unreadable }
}

const reencryptColumn = async (
  db: TenantDb,
  vault: Vault,
  { table, column, key, purpose, context }: EncryptedColumn,
  clientId: number,
): Promise<Reencrypted> => {
  const selected = sql.join(key.map((name) => sql.ref(name)))
  // Locked: whoever writes a row meanwhile waits, and is not overwritten.
  const { rows } = await sql<Row>`
    select ${selected}, ${sql.ref(column)} as encrypted from ${sql.table(table)}
    where ${sql.ref(column)} is not null for update`.execute(db)
  let changed = 0
  const unreadable: string[] = []
  for (const row of rows) {
    if (vault.isCurrent(row.encrypted)) continue
    const place = context(clientId, row)
    const plaintext = decrypted(vault, purpose, row.encrypted, place)
    if (plaintext === null) {
      unreadable.push(`${table}.${column}`)
      continue
    }
    const conditions = key.map((name) => sql`${sql.ref(name)} = ${row[name]}`)
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${vault.encrypt(purpose, plaintext, place)}
      where ${sql.join(conditions, sql` and `)}`.execute(db)
    changed += 1
  }
  return { changed, unreadable }
}

const decrypted = (vault: Vault, purpose: string, bytes: Buffer, place: string): Buffer | null => {
  try {
    return vault.decrypt(purpose, bytes, place)
  } catch {
    return null
  }
}
