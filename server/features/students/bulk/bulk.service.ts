import type { BodyOf } from '#contract/endpoint.ts'
import {
  BULK_KEPT_DAYS,
  BULK_PEOPLE_MAX,
  BULK_REFUSED_SHOWN,
  BULK_UNDO_MS,
  type BulkAction,
  type startBulk as startCall,
  type StudentBulk,
} from '#contract/students/bulk.ts'
import type { Audit } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { AppError, invalidField, notFound } from '#server/core/http/errors.ts'
import type { AdminScope } from '#server/core/http/scope.ts'
import { isUndoable } from '../act.ts'
import { groupRows } from '../groups/groups.repository.ts'
import { studentIds } from '../students.repository.ts'
import { viewerOf } from '../students.service.ts'
import * as repository from './bulk.repository.ts'

const DAY_MS = 86_400_000

const undoUntil = ({ state, finished_at: finished, action }: repository.BulkRecord): Date | null =>
  finished && isUndoable(action) && ['done', 'stopped', 'failed'].includes(state)
    ? new Date(finished.getTime() + BULK_UNDO_MS)
    : null

/** As the page shows it, in the caller's transaction. */
const shown = async (db: TenantDb, scope: AdminScope, id: string): Promise<StudentBulk> => {
  const record = await repository.readBulk(db, id)
  if (!record) throw notFound()
  const { total, open, done, unchanged, refused, restored, kept } = await repository.countPeople(db, id)
  const until = undoUntil(record)
  const isUndo = record.state === 'undoing' || record.state === 'undone'
  return {
    id,
    kind: record.action.kind,
    state: record.state,
    made_at: record.made_at.toISOString(),
    total,
    step: isUndo ? { done: restored + kept, of: done } : { done: total - open, of: total },
    results: { done, unchanged, refused },
    undone: { restored, kept },
    refused: refused > 0 ? await repository.refusedPeople(db, id, BULK_REFUSED_SHOWN) : [],
    undo_until: until && done > 0 && until > scope.clock.now() ? until.toISOString() : null,
  }
}

const requireGroup = async (db: TenantDb, action: BulkAction): Promise<void> => {
  if (action.kind !== 'join' && action.kind !== 'leave') return
  const [group] = await groupRows(db, action.group_id)
  if (!group) throw notFound()
  if (action.kind === 'join' && group.is_archived)
    throw invalidField('group_id', { code: 'invalid', message: 'This group is archived.' })
}

const chosenPeople = async (
  db: TenantDb,
  scope: AdminScope,
  people: BodyOf<typeof startCall>['people'],
): Promise<readonly number[]> => {
  if ('ids' in people) return people.ids
  const page = { limit: BULK_PEOPLE_MAX + 1, now: scope.clock.now() }
  const ids = await studentIds(db, viewerOf(scope), people.filter, page)
  if (ids.length > BULK_PEOPLE_MAX)
    throw invalidField('people', {
      code: 'invalid',
      message: `These are more than ${BULK_PEOPLE_MAX} people. Narrow the list first.`,
    })
  return ids
}

export const createBulkService = (audit: Audit) => {
  const get = (scope: AdminScope, id: string) => scope.tx((db) => shown(db, scope, id))

  /** A repeat of the call finds the first one. */
  const start = (
    scope: AdminScope,
    { idempotency_key: id, action, people }: BodyOf<typeof startCall>,
  ): Promise<StudentBulk> =>
    scope.tx(async (db) => {
      const now = scope.clock.now()
      if (await repository.readBulk(db, id)) return shown(db, scope, id)
      await requireGroup(db, action)
      const ids = await chosenPeople(db, scope, people)
      const isNew = await repository.addBulk(db, {
        id,
        by: scope.actor.userId,
        now,
        expiresAt: new Date(now.getTime() + BULK_KEPT_DAYS * DAY_MS),
        action,
      })
      if (isNew) await repository.addPeople(db, id, ids)
      return shown(db, scope, id)
    })

  const stop = (scope: AdminScope, id: string): Promise<StudentBulk> =>
    scope.tx(async (db) => {
      const record = await repository.lockBulk(db, id)
      if (!record) throw notFound()
      if (record.state === 'running') {
        await repository.updateBulk(db, id, { state: 'stopped', finished_at: scope.clock.now() })
        const { total, open } = await repository.countPeople(db, id)
        await audit.record(db, {
          action: 'students.bulk_stop',
          result: 'ok',
          actorId: scope.actor.userId,
          sessionId: scope.actor.sessionId,
          object: `student_bulk:${id}`,
          detail: { kind: record.action.kind, done: total - open, of: total },
        })
      }
      return shown(db, scope, id)
    })

  const undo = (scope: AdminScope, id: string): Promise<StudentBulk> =>
    scope.tx(async (db) => {
      const record = await repository.lockBulk(db, id)
      if (!record) throw notFound()
      if (record.state === 'undoing' || record.state === 'undone') return shown(db, scope, id)
      const until = undoUntil(record)
      if (!until || until <= scope.clock.now())
        throw new AppError('conflict', 'This cannot be undone any more.')
      await repository.updateBulk(db, id, { state: 'undoing', step_by: scope.actor.userId })
      return shown(db, scope, id)
    })

  return { get, start, stop, undo }
}
