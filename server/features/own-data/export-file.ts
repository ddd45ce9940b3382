/** A copy of a person's data: one JSON file for each kind of data, and their stored files, as one ZIP. */
import type { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { TenantDb } from '#server/core/db/database.ts'
import { personalRows } from './own-data.repository.ts'
import { CHILD_TABLES, PERSONAL_TABLES } from './personal-data.ts'

/** Opens a stored file; provided by the files feature through app.ts. */
export type OpenStored = (
  clientId: number,
  url: string,
) => Promise<{ size: number; stream: () => Readable } | null>

const KEPT_REASONS: Readonly<Record<string, string>> = {
  course_purchase: 'Accounts must be kept for years (tax law).',
  course_coupon_use: 'Accounts must be kept for years (tax law).',
  coupon_use: 'Accounts must be kept for years (tax law).',
  referral: 'Accounts must be kept for years (tax law).',
  referral_payout: 'Accounts must be kept for years (tax law).',
  payment_document: 'Accounts must be kept for years (tax law).',
  ledger_entry: 'Accounts must be kept for years (tax law).',
  audit_event: 'The record of security events names nobody and cannot be changed.',
  account_deletion: 'The proof that the account was deleted.',
}

export const exportedTables = (): string[] =>
  [...Object.entries(PERSONAL_TABLES), ...Object.entries(CHILD_TABLES)]
    .filter(([, { notExported }]) => notExported === null)
    .map(([table]) => table)
    .toSorted()

export interface PersonalCopy {
  /** Name in the archive and text. */
  readonly texts: ReadonlyMap<string, string>
  /** Addresses of stored files. */
  readonly files: readonly string[]
}

/** What the archive says about itself. */
const describe = (counts: Record<string, number>, now: Date) => ({
  created_at: now.toISOString(),
  rows: counts,
  not_included: Object.fromEntries(
    [...Object.entries(PERSONAL_TABLES), ...Object.entries(CHILD_TABLES)].flatMap(([table, rule]) =>
      rule.notExported === null ? [] : [[table, rule.notExported]],
    ),
  ),
  kept_after_deletion: KEPT_REASONS,
})

/** One transaction: every file of the copy shows the same moment. */
export const personalCopy = async (db: TenantDb, userId: number, now: Date): Promise<PersonalCopy> => {
  const texts = new Map<string, string>()
  const counts: Record<string, number> = {}
  const files = new Set<string>()
  for (const table of exportedTables()) {
    const lines = await personalRows(db, table, userId)
    counts[table] = lines.length
    texts.set(`data/${table}.json`, `[\n${lines.join(',\n')}\n]\n`)
    const names = table === 'app_user' ? ['profile_picture'] : (PERSONAL_TABLES[table]?.files ?? [])
    for (const name of names)
      for (const line of lines) {
        const url = (JSON.parse(line) as Record<string, unknown>)[name]
        if (typeof url === 'string' && url.startsWith('/files/')) files.add(url)
      }
  }
  texts.set('about.json', `${JSON.stringify(describe(counts, now), null, 2)}\n`)
  return { texts, files: [...files] }
}

export const zipOf = async (
  { texts, files }: PersonalCopy,
  open: (url: string) => ReturnType<OpenStored>,
): Promise<Buffer> => {
  const zip = new ZipFile()
  const chunks: Buffer[] = []
  const finished = new Promise<Buffer>((resolve, reject) => {
    zip.outputStream.on('data', (chunk: Buffer) => chunks.push(chunk))
    zip.outputStream.on('end', () => resolve(Buffer.concat(chunks)))
    zip.outputStream.on('error', reject)
    zip.on('error', reject)
  })
  for (const [name, text] of texts) zip.addBuffer(Buffer.from(text), name)
  for (const url of files) {
    const file = await open(url)
    // A file that is gone meanwhile does not keep the rest from its owner.
    if (file) zip.addReadStream(file.stream(), `files/${url.split('/').at(-1)}`, { compress: false })
  }
  zip.end()
  return finished
}
