import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { AuditAction } from '#contract/security/audit-actions.ts'
import { DELETION_DAYS, type OwnDataStatus } from '#contract/own-data/own-data.ts'
import type { Core } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { AppError, notFound } from '#server/core/http/errors.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import * as rows from './own-data.repository.ts'
import { recipientOf, sendOwnDataMail } from './send-mail.ts'

type ServiceCore = Pick<Core, 'audit' | 'config' | 'outbox'>

const DAY_MS = 86_400_000
const isoOf = (at: Date | null) => at?.toISOString() ?? null

const statusOf = async (db: TenantDb, userId: number): Promise<OwnDataStatus> => {
  const copy = await rows.readExport(db, userId)
  const deletion = await rows.readDeletion(db, userId)
  return {
    export: copy
      ? {
          state: copy.state === 'waiting' ? 'preparing' : copy.state,
          requested_at: copy.requested_at.toISOString(),
          expires_at: isoOf(copy.expires_at),
          bytes: copy.bytes,
        }
      : null,
    deletion: deletion
      ? { requested_at: deletion.requested_at.toISOString(), due_at: deletion.due_at.toISOString() }
      : null,
  }
}

const record = (core: ServiceCore, db: TenantDb, scope: MemberScope, action: AuditAction) =>
  core.audit.record(db, {
    action,
    result: 'ok',
    actorId: scope.actor.userId,
    sessionId: scope.actor.sessionId,
    object: `user:${scope.actor.userId}`,
    requestId: scope.request.id,
    ip: scope.request.ip,
  })

/** The client would be left without anybody who can administer it. */
const isLastAdministrator = async (db: TenantDb, userId: number): Promise<boolean> => {
  // Two administrators who leave at the same time wait for each other here; only the next statement sees the other's.
  await sql`select from app_user where client_id = current_client_id() and role in ('admin', 'superadmin')
    order by id for update`.execute(db)
  const { rows: admins } = await sql<{ id: number }>`
    select u.id from app_user u where u.client_id = current_client_id() and u.role in ('admin', 'superadmin')
      and u.disabled_at is null and not exists (select from account_deletion d
        where d.client_id = u.client_id and d.user_id = u.id and d.user_id <> ${userId})`.execute(db)
  return admins.length === 1 && admins[0]?.id === userId
}

export const createOwnDataService = (core: ServiceCore) => ({
  status: (scope: MemberScope) => scope.tx((db) => statusOf(db, scope.actor.userId)),

  requestExport: (scope: MemberScope) =>
    scope.tx(async (db) => {
      const { userId } = scope.actor
      const isNew = await rows.startExport(db, { userId, id: randomUUID(), now: scope.clock.now() })
      if (isNew) await record(core, db, scope, 'ownData.export_requested')
      return statusOf(db, userId)
    }),

  /** The id of the finished copy. */
  finishedExport: (scope: MemberScope): Promise<string> =>
    scope.tx(async (db) => {
      const copy = await rows.readExport(db, scope.actor.userId)
      const isReady =
        copy?.state === 'ready' && copy.expires_at !== null && copy.expires_at > scope.clock.now()
      if (!copy || !isReady) throw notFound()
      await record(core, db, scope, 'ownData.export_downloaded')
      return copy.id
    }),

  requestDeletion: (scope: MemberScope) =>
    scope.tx(async (db) => {
      const { userId } = scope.actor
      if (await isLastAdministrator(db, userId))
        throw new AppError('conflict', 'You are the only administrator. Make somebody else one first.')
      const now = scope.clock.now()
      const dueAt = new Date(now.getTime() + DELETION_DAYS * DAY_MS)
      if (await rows.startDeletion(db, { userId, now, dueAt })) {
        await record(core, db, scope, 'ownData.deletion_requested')
        const to = await recipientOf(db, userId)
        if (to)
          await sendOwnDataMail(core, db, {
            clientId: scope.tenant.clientId,
            to,
            kind: 'deletionPlanned',
            date: dueAt,
          })
      }
      return statusOf(db, userId)
    }),

  cancelDeletion: (scope: MemberScope): Promise<undefined> =>
    scope.tx(async (db) => {
      const { userId } = scope.actor
      if (await rows.removeDeletion(db, userId)) {
        await record(core, db, scope, 'ownData.deletion_cancelled')
        const to = await recipientOf(db, userId)
        const { clientId } = scope.tenant
        if (to)
          await sendOwnDataMail(core, db, {
            clientId,
            to,
            kind: 'deletionCancelled',
            date: scope.clock.now(),
          })
      }
      return undefined
    }),
})
