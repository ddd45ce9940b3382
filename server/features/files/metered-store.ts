/** Keeps the sum of each client's stored files, and refuses what its plan has no room for. */
import { stat } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Core } from '#server/core/core.ts'
import type { Database } from '#server/core/db/database.ts'
import { createRepeatingJob, type RepeatingJob } from '#server/core/jobs/repeating.ts'
import { limitReached } from '#server/core/plan-limits.ts'
import type { FileSource, FileStore } from './file-store.ts'
import { fileStore } from './store.ts'

const bytesOf = async (source: FileSource): Promise<number> =>
  'content' in source ? source.content.length : (await stat(source.path)).size

/** False if the file is counted already. Throws if the plan has no room for it. */
const count = (db: Database, clientId: number, { name, bytes }: { name: string; bytes: number }) =>
  db.withTenant(clientId, async (tx): Promise<boolean> => {
    const { rows } = await sql`
      insert into stored_file (client_id, name, bytes) values (${clientId}, ${name}, ${bytes})
      on conflict do nothing returning 1`.execute(tx)
    if (rows.length === 0) return false
    await sql`insert into client_usage (client_id) values (${clientId}) on conflict do nothing`.execute(tx)
    const { numAffectedRows } = await sql`
      update client_usage set storage_bytes = storage_bytes + ${bytes}
      where client_id = ${clientId} and not exists (
        select from client_limit l
        where l.client_id = ${clientId} and l.storage_bytes < client_usage.storage_bytes + ${bytes})`.execute(
      tx,
    )
    if (numAffectedRows !== 1n) throw limitReached('storage_limit')
    return true
  })

const uncount = (db: Database, clientId: number, name: string): Promise<void> =>
  db.withTenant(clientId, async (tx) => {
    await sql`
      with gone as (delete from stored_file where client_id = ${clientId} and name = ${name} returning bytes)
      update client_usage set storage_bytes = greatest(0, storage_bytes - gone.bytes) from gone
      where client_id = ${clientId}`.execute(tx)
  })

/** The configured store for everything that people put into it. */
export const meteredStore = ({ config, db }: Pick<Core, 'config' | 'db'>): FileStore => {
  const store = fileStore(config)
  return {
    ...store,
    put: async (clientId, name, source) => {
      const isNew = await count(db, clientId, { name, bytes: await bytesOf(source) })
      try {
        await store.put(clientId, name, source)
      } catch (error) {
        if (isNew) await uncount(db, clientId, name)
        throw error
      }
    },
    drop: async (clientId, name) => {
      await store.drop(clientId, name)
      await uncount(db, clientId, name)
    },
  }
}

const NAMES_AT_ONCE = 200

const addUnknown = async (
  db: Database,
  store: FileStore,
  clientId: number,
  names: readonly string[],
): Promise<void> => {
  const unknown = await db.withTenant(clientId, async (tx) => {
    const { rows } = await sql<{ name: string }>`
      select given.name from unnest(${names as string[]}::text[]) as given (name)
      where not exists (select from stored_file f where f.client_id = ${clientId} and f.name = given.name)`.execute(
      tx,
    )
    return rows.map(({ name }) => name)
  })
  for (const name of unknown) {
    const bytes = await store.size(clientId, name)
    // A file that is there counts, however full the plan is.
    if (bytes !== null)
      await db.withTenant(clientId, async (tx) => {
        await sql`
          with added as (
            insert into stored_file (client_id, name, bytes) values (${clientId}, ${name}, ${bytes})
            on conflict do nothing returning bytes)
          insert into client_usage (client_id, storage_bytes) select ${clientId}, bytes from added
          on conflict (client_id) do update
            set storage_bytes = client_usage.storage_bytes + excluded.storage_bytes`.execute(tx)
      })
  }
}

/** Counts files that came without the metered store: from before it, from the demo's seed, from a restored folder. */
export const countUnknownFiles = async ({ config, db }: Pick<Core, 'config' | 'db'>): Promise<void> => {
  const store = fileStore(config)
  let clientId = 0
  let names: string[] = []
  const flush = async () => {
    if (names.length > 0) await addUnknown(db, store, clientId, names)
    names = []
  }
  for await (const file of store.list()) {
    if (file.clientId !== clientId || names.length >= NAMES_AT_ONCE) await flush()
    clientId = file.clientId
    names.push(file.name)
  }
  await flush()
}

const FIRST_MS = 10_000
const EVERY_MS = 24 * 3_600_000

export const createFileCountJob = (core: Core): RepeatingJob<void> =>
  createRepeatingJob(core, {
    name: 'storedFiles',
    firstMs: FIRST_MS,
    everyMs: EVERY_MS,
    failure: 'stored files were not counted',
    look: () => countUnknownFiles(core),
  })
