/** Checks, writes and undoes imports in batches. A batch is one transaction: a killed server goes on with the next one. */
import { createRepeatingJob, type RepeatingJob } from '#server/core/jobs/repeating.ts'
import { checkBatch } from './check-step.ts'
import type { Batch, ImportContext } from './context.ts'
import { administratorOf } from '../may-change.ts'
import {
  countRows,
  openRows,
  putProgress,
  removeExpired,
  takeImport,
  updateImport,
  writeOutcomes,
  type ImportRecord,
} from './imports.repository.ts'
import { undoBatch } from './undo-step.ts'
import { writeBatch } from './write-step.ts'

const FIRST_MS = 3000
/** An admin looks at the progress. */
const EVERY_MS = 1500
const BATCH_ROWS = 250

const STEPS = {
  checking: { open: 'check', next: 'checked' },
  importing: { open: 'write', next: 'done' },
  undoing: { open: 'undo', next: 'undone' },
} as const
type Running = keyof typeof STEPS
const isRunning = (state: ImportRecord['state']): state is Running => state in STEPS

const runBatch = async (context: ImportContext, batch: Batch, record: ImportRecord): Promise<number> => {
  const actor = await administratorOf(batch.db, record.step_by)
  // Whoever began the step may not administer any more: nothing further is done in their name.
  if (!actor) {
    await updateImport(batch.db, record.id, {
      state: 'failed',
      ...(record.state === 'importing' && { finished_at: context.core.clock.now() }),
    })
    return -1
  }
  if (record.state === 'checking') return checkBatch(context, batch, record, actor)
  if (record.state === 'undoing') return undoBatch(context, batch, record, actor)
  return writeBatch(context, batch, record, actor)
}

const finish = async (
  { core }: ImportContext,
  { db }: Batch,
  record: ImportRecord,
  state: Running,
): Promise<void> => {
  const now = core.clock.now()
  await updateImport(db, record.id, {
    state: STEPS[state].next,
    careful: 0,
    ...(state === 'importing' && { finished_at: now }),
  })
  if (state === 'checking') return
  const counts = await countRows(db, record.id)
  const sum = (key: 'result' | 'undo', value: string) =>
    counts.reduce((total, each) => total + (each[key] === value ? each.count : 0), 0)
  await core.audit.record(db, {
    action: state === 'importing' ? 'students.import' : 'students.import_undo',
    result: 'ok',
    actorId: record.step_by,
    object: `student_import:${record.id}`,
    detail:
      state === 'importing'
        ? {
            created: sum('result', 'created'),
            updated: sum('result', 'updated'),
            refused: sum('result', 'refused'),
          }
        : { removed: sum('undo', 'removed'), restored: sum('undo', 'restored'), kept: sum('undo', 'kept') },
  })
}

/** One batch of the oldest open import; answers whether there was one. */
const runNext = async (context: ImportContext, clientId: number): Promise<boolean> => {
  const { core } = context
  let taken: ImportRecord | undefined
  try {
    return await core.db.withTenant(clientId, async (db) => {
      taken = await takeImport(db)
      if (!taken || !isRunning(taken.state)) return false
      const batch = { db, clientId, limit: taken.careful > 0 ? 1 : BATCH_ROWS }
      const rows = await runBatch(context, batch, taken)
      if (rows > 0) await putProgress(db, taken.id, rows)
      if (rows === 0) await finish(context, batch, taken, taken.state)
      return true
    })
  } catch (error) {
    if (!taken) throw error
    core.log.warn({ err: error, clientId, import: taken.id }, 'a batch of an import failed')
    await isolate(context, clientId, taken)
    return true
  }
}

/** After a batch that failed its rows are tried one by one; the row at fault is left out. */
const isolate = ({ core }: ImportContext, clientId: number, record: ImportRecord): Promise<void> =>
  core.db.withTenant(clientId, async (db) => {
    if (!isRunning(record.state)) return
    if (record.careful === 0) {
      await updateImport(db, record.id, { careful: BATCH_ROWS })
      return
    }
    const [row] = await openRows(db, record.id, STEPS[record.state].open, 1)
    if (!row) return
    const problems = [{ code: 'failed' as const, value: null }]
    await writeOutcomes(db, record.id, [
      {
        row: row.row_number,
        ...(record.state === 'checking' && { state: 'wrong', problems }),
        ...(record.state === 'importing' && { result: 'refused', problems }),
        ...(record.state === 'undoing' && { undo: 'kept' }),
      },
    ])
    await putProgress(db, record.id, 1)
  })

export const createImportsJob = (context: ImportContext): RepeatingJob<void> =>
  createRepeatingJob(context.core, {
    name: 'imports',
    firstMs: FIRST_MS,
    everyMs: EVERY_MS,
    failure: 'imports of people did not go on',
    look: async (tenants) => {
      // One batch for each client in turn: a large file of one does not make the others wait.
      for (let isBusy = true; isBusy;) {
        isBusy = false
        for await (const clientId of tenants())
          try {
            isBusy = (await runNext(context, clientId)) || isBusy
          } catch (error) {
            context.core.log.error({ err: error, clientId }, 'an import of people did not go on')
          }
      }
      for await (const clientId of tenants())
        await context.core.db.withTenant(clientId, (db) => removeExpired(db, context.core.clock.now()))
    },
  })
