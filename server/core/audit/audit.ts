import './audit.tables.ts'
import { sql } from 'kysely'
import type { Clock } from '../clock.ts'
import type { Audit } from '../core.ts'
import { networkOf } from './network.ts'

/** Writes security events in the caller's transaction; the database chains them when it commits. */
export const createAudit = (clock: Clock): Audit => ({
  record: async (db, entry) => {
    await db
      .insertInto('audit_event')
      .values({
        client_id: sql<number>`current_client_id()`,
        at: clock.now(),
        action: entry.action,
        result: entry.result,
        actor_id: entry.actorId,
        session_id: entry.sessionId ?? null,
        object: entry.object ?? null,
        detail: JSON.stringify(entry.detail ?? {}),
        request_id: entry.requestId ?? null,
        network: entry.ip === undefined ? null : networkOf(entry.ip),
      })
      .execute()
  },
})
