/** Keeps the sum of each client's stored files, and refuses what its plan has no room for. */
import { stat } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Core } from '#server/core/core.ts'
import type { Database } from '#server/core/db/database.ts'
import { createRepeatingJob, type RepeatingJob } from '#server/core/jobs/repeating.ts'
import { countStored, uncountStored } from '#server/core/stored-bytes.ts'
import type { FileSource, FileStore } from './file-store.ts'
import { fileStore } from './store.ts'

const bytesOf = async (source: FileSource): Promise<number> =>
  'content' in source ? source.content.length : (await stat(source.path)).size

/** The configured store for everything that people put into it. */
export const meteredStore = ({ config, db }: Pick<Core, 'config' | 'db'>): FileStore => {
  const store = fileStore(config)
  return {
    ...store,
    put: async (clientId, name, source) => {
      const bytes = await bytesOf(source)
      const isNew = await db.withTenant(clientId, (tx) => countStored(tx, clientId, { name, bytes }))
      try {
        await store.put(clientId, name, source)
      } catch (error) {
        if (isNew) await db.withTenant(clientId, (tx) => uncountStored(tx, clientId, [name]))
        throw error
      }
    },
    drop: async (clientId, name) => {
      await store.drop(clientId, name)
      await db.withTenant(clientId, (tx) => uncountStored(tx, clientId, [name]))
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
