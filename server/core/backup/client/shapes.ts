/** What the archive of one client says about itself (docs/decisions/server/carry-a-client-in-an-open-archive.md). */
import * as z from 'zod/mini'

export const CLIENT_ARCHIVE = 'learning-platform-client'
export const CLIENT_ARCHIVE_FORMAT = 1

/** First entry. */
export const manifestShape = z.object({
  archive: z.literal(CLIENT_ARCHIVE),
  format: z.int(),
  client_id: z.int().check(z.positive()),
  created_at: z.string(),
  /** Names of the migrations that made the schema. */
  migrations: z.array(z.string()),
  /** Tables whose rows are not in the archive, each with the reason. */
  left_out: z.record(z.string(), z.string()),
})
export type ClientManifest = z.infer<typeof manifestShape>

/** `<words>.<20 hex digits of the hash>.<ending>` (server/features/files/file-name.ts). */
const STORED_NAME = /^[a-z0-9][a-z0-9_-]{0,99}\.([a-f0-9]{20})\.[a-z0-9]{2,4}$/

/** One line of files.ndjson. */
export const fileShape = z
  .object({
    name: z.string().check(z.regex(STORED_NAME)),
    sha256: z.string().check(z.regex(/^[a-f0-9]{64}$/)),
    bytes: z.int().check(z.nonnegative()),
  })
  .check(z.refine(({ name, sha256 }) => STORED_NAME.exec(name)?.[1] === sha256.slice(0, 20)))
export type ClientFile = z.infer<typeof fileShape>

/** Last entry. */
export const totalsShape = z.object({
  /** Rows of each table. */
  tables: z.record(z.string(), z.int()),
  files: z.int(),
  bytes: z.int(),
})
export type ClientTotals = z.infer<typeof totalsShape>

export const ENTRIES = {
  manifest: 'manifest.json',
  files: 'files.ndjson',
  totals: 'totals.json',
  table: (name: string, part: number) => `tables/${name}.${String(part).padStart(4, '0')}.ndjson`,
  file: (sha256: string) => `files/${sha256}`,
} as const

export const tableOf = (entry: string): string | null =>
  /^tables\/([a-z_0-9]+)\.\d{4,}\.ndjson$/.exec(entry)?.[1] ?? null
export const hashOf = (entry: string): string | null => /^files\/([a-f0-9]{64})$/.exec(entry)?.[1] ?? null
