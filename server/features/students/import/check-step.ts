/** The dry run: compares rows with the accounts and changes nothing but the rows themselves. */
import type { Role } from '#contract/common.ts'
import type { Batch, ImportContext } from './context.ts'
import { accountsOf, courseFacts, groupFacts } from './facts.repository.ts'
import {
  checkedKeys,
  openRows,
  writeOutcomes,
  type ImportRecord,
  type RowRecord,
} from './imports.repository.ts'
import { cellOf, planRow, type Facts } from './plan.ts'

const keysOf = (record: ImportRecord, rows: readonly RowRecord[]): string[] => [
  ...new Set(
    rows
      .map(({ cells }) => cellOf(record.mapping, cells, 'email').normalize('NFC').toLowerCase())
      .filter((key) => key !== ''),
  ),
]

/** What the rows of a batch are compared with; `lock` holds the accounts until the end of the transaction. */
export const factsOf = async (
  { core, foldDigits }: ImportContext,
  { db }: Batch,
  about: {
    record: ImportRecord
    rows: readonly RowRecord[]
    actor: { userId: number; role: Role }
    lock: boolean
  },
): Promise<Facts & { keys: string[] }> => {
  const { record, rows, actor, lock } = about
  const keys = keysOf(record, rows)
  return {
    keys,
    actor,
    mapping: record.mapping,
    columns: record.columns.length,
    language: record.language,
    accounts: await accountsOf(db, keys, lock),
    courses: await courseFacts(db, core.clock.now()),
    groups: await groupFacts(db),
    foldDigits,
  }
}

export const checkBatch = async (
  context: ImportContext,
  batch: Batch,
  record: ImportRecord,
  actor: { userId: number; role: Role },
): Promise<number> => {
  const rows = await openRows(batch.db, record.id, 'check', batch.limit)
  const facts = await factsOf(context, batch, { record, rows, actor, lock: false })
  const firstRows = await checkedKeys(batch.db, record.id, facts.keys)
  const outcomes = rows.map(({ row_number: row, cells }) => {
    const key = cellOf(record.mapping, cells, 'email').normalize('NFC').toLowerCase()
    const { emailKey, userId, ...plan } = planRow(cells, facts, firstRows.get(key) ?? null)
    if (emailKey !== null && !firstRows.has(emailKey)) firstRows.set(emailKey, row)
    return { row, ...plan, ...(emailKey !== null && { email_key: emailKey }), user_id: userId }
  })
  await writeOutcomes(batch.db, record.id, outcomes)
  return rows.length
}
