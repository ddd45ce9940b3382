import './audit.tables.ts'
import { sql } from 'kysely'
import type { Clock } from '../clock.ts'
import type { Audit, AuditEntry } from '../core.ts'
import { networkOf } from './network.ts'

/** An event as a row, for a statement that writes it together with its action; the tenant is the transaction's. */
export const auditRow = (at: Date, entry: AuditEntry) => ({
  at,
  action: entry.action,
  result: entry.result,
  actor_id: entry.actorId,
  session_id: entry.sessionId ?? null,
  object: entry.object ?? null,
  detail: entry.detail ?? {},
  request_id: entry.requestId ?? null,
  network: entry.ip === undefined ? null : networkOf(entry.ip),
})

/** Writes security events in the caller's transaction; the database chains them when it commits. */
export const createAudit = (clock: Clock): Audit => ({
  record: async (db, entry) => {
    const { detail, ...row } = auditRow(clock.now(), entry)
    await db
      .insertInto('audit_event')
      .values({ ...row, client_id: sql<number>`current_client_id()`, detail: JSON.stringify(detail) })
      .execute()
  },
})
