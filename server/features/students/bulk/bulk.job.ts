/** Does bulk actions in batches. A batch is one transaction: a killed server goes on with the next one. */
import { sql } from 'kysely'
import type { Core } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { createRepeatingJob, type RepeatingJob } from '#server/core/jobs/repeating.ts'
import { siteOf, type Site } from '#server/core/mail/site.ts'
import { actOn, changesAccounts, formerOf, inverseFor, type ActionFacts } from '../act.ts'
import type { ActionDependencies, Acting } from '../context.ts'
import { administratorOf, mayAdministerNow } from '../may-change.ts'
import { refused, type Outcome } from '../row-results.ts'
import { studentRow, type ListedStudent } from '../students.repository.ts'
import { viewerOf } from '../students.service.ts'
import * as repository from './bulk.repository.ts'

const FIRST_MS = 3500
/** An admin looks at the progress. */
const EVERY_MS = 1500
const BATCH_PEOPLE = 100

export interface BulkJobContext extends ActionDependencies {
  readonly core: Pick<Core, 'db' | 'clock' | 'log' | 'audit' | 'outbox' | 'config'>
}

interface Batch {
  readonly facts: ActionFacts
  readonly record: repository.BulkRecord
  readonly site: Site
  readonly onFailure: (error: unknown, userId: number) => void
}

/** A person at whom the action fails stops no other. */
const isolated = async (
  { facts: { db }, onFailure }: Batch,
  userId: number,
  work: () => Promise<Outcome>,
): Promise<Outcome> => {
  await sql`savepoint one_person`.execute(db)
  try {
    const outcome = await work()
    await sql`release savepoint one_person`.execute(db)
    return outcome
  } catch (error) {
    await sql`rollback to savepoint one_person`.execute(db)
    onFailure(error, userId)
    return refused('failed')
  }
}

const actOnRow = async (batch: Batch, person: ListedStudent): Promise<void> => {
  const { facts, record, site } = batch
  const former = await formerOf(facts, record.action, person)
  const outcome = await isolated(batch, person.id, () => actOn(facts, record.action, person, site))
  await repository.writeOutcome(facts.db, record.id, person.id, { ...outcome, former })
}

const undoRow = async (batch: Batch, person: ListedStudent, former: string | null): Promise<void> => {
  const { facts, record, site } = batch
  const inverse = await inverseFor(facts, record.action, person, former)
  const { result } = inverse
    ? await isolated(batch, person.id, () => actOn(facts, inverse, person, site))
    : refused('not_allowed')
  await repository.writeUndo(facts.db, record.id, person.id, result === 'done' ? 'restored' : 'kept')
}

const finish = async (
  { core }: BulkJobContext,
  db: TenantDb,
  { id, action, state, step_by: by }: repository.BulkRecord,
): Promise<void> => {
  const isUndo = state === 'undoing'
  await repository.updateBulk(
    db,
    id,
    isUndo ? { state: 'undone' } : { state: 'done', finished_at: core.clock.now() },
  )
  const { done, unchanged, refused: refusals, restored, kept } = await repository.countPeople(db, id)
  await core.audit.record(db, {
    action: isUndo ? 'students.bulk_undo' : 'students.bulk',
    result: 'ok',
    actorId: by,
    object: `student_bulk:${id}`,
    detail: {
      kind: action.kind,
      ...('course_id' in action && { course: action.course_id }),
      ...('group_id' in action && { group: action.group_id }),
      ...('until' in action && { until: action.until }),
      ...('role' in action && { role: action.role }),
      ...(isUndo ? { restored, kept } : { done, unchanged, refused: refusals }),
    },
  })
}

/** Whoever began the step, while they may do it; null otherwise. */
const actingFor = async (
  { core }: BulkJobContext,
  db: TenantDb,
  clientId: number,
  record: repository.BulkRecord,
): Promise<Acting | null> => {
  const actor = await administratorOf(db, record.step_by)
  if (!actor) return null
  const by = { tenant: { clientId }, clock: core.clock, actor }
  return !changesAccounts(record.action) || (await mayAdministerNow(db, by)) ? by : null
}

/** One batch of the oldest open action; answers whether there was one. */
const runNext = (context: BulkJobContext, clientId: number): Promise<boolean> => {
  const { core } = context
  return core.db.withTenant(clientId, async (db) => {
    const record = await repository.takeBulk(db)
    if (!record || (record.state !== 'running' && record.state !== 'undoing')) return false
    const by = await actingFor(context, db, clientId, record)
    if (!by) {
      await repository.updateBulk(db, record.id, {
        state: 'failed',
        ...(record.state === 'running' && { finished_at: core.clock.now() }),
      })
      return true
    }
    const site = { publicUrl: core.config.publicUrl, demo: core.config.demo }
    const batch: Batch = {
      facts: { context: { ...context, outbox: core.outbox, site }, by, db },
      record,
      site: await siteOf(db, site, clientId),
      onFailure: (error, userId) =>
        core.log.warn({ err: error, clientId, bulk: record.id, userId }, 'a bulk action failed at a person'),
    }
    const rows = await repository.openRows(db, record.id, record.state, BATCH_PEOPLE)
    for (const { user_id: userId, former } of rows) {
      const person = await studentRow(db, viewerOf(by), userId)
      if (!person) continue
      await (record.state === 'running' ? actOnRow(batch, person) : undoRow(batch, person, former))
    }
    if (rows.length < BATCH_PEOPLE) await finish(context, db, record)
    return true
  })
}

export const createBulkJob = (context: BulkJobContext): RepeatingJob<void> =>
  createRepeatingJob(context.core, {
    name: 'bulkActions',
    firstMs: FIRST_MS,
    everyMs: EVERY_MS,
    failure: 'bulk actions did not go on',
    look: async (tenants) => {
      // One batch for each client in turn: a large action of one does not make the others wait.
      for (let isBusy = true; isBusy;) {
        isBusy = false
        for await (const clientId of tenants())
          try {
            isBusy = (await runNext(context, clientId)) || isBusy
          } catch (error) {
            context.core.log.error({ err: error, clientId }, 'a bulk action did not go on')
          }
      }
      for await (const clientId of tenants())
        await context.core.db.withTenant(clientId, (db) =>
          repository.removeExpired(db, context.core.clock.now()),
        )
    },
  })
