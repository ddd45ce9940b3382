import './audit.tables.ts'
import { sql } from 'kysely'
import type { Clock } from '../clock.ts'
import type { Audit, AuditEntry } from '../core.ts'
import { networkOf } from './network.ts'

const TOKEN_SESSION = 'token:'
/** Which API token did it: the log names it where it names people. */
const tokenOf = (sessionId: string | null | undefined) =>
  sessionId?.startsWith(TOKEN_SESSION) ? { api_token: sessionId.slice(TOKEN_SESSION.length) } : {}

/** An event as a row, for a statement that writes it together with its action; the tenant is the transaction's. */
export const auditRow = (at: Date, entry: AuditEntry) => ({
  at,
  action: entry.action,
  result: entry.result,
  // An API token acts as no person (NOBODY).
  actor_id: entry.actorId === 0 ? null : entry.actorId,
  session_id: entry.sessionId ?? null,
  object: entry.object ?? null,
  detail: { ...entry.detail, ...tokenOf(entry.sessionId) },
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
