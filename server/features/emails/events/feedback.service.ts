/** What is counted, the address for reports, and the addresses that get no campaign. */
import { sql } from 'kysely'
import { pathFor, type QueryOf } from '#contract/endpoint.ts'
import { listSuppressed, type MailFeedback, type SuppressionReason } from '#contract/emails/feedback.ts'
import type { AuditAction } from '#contract/security/audit-actions.ts'
import { lowerLikePattern } from '#server/core/db/like-pattern.ts'
import type { Core } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { AppError } from '#server/core/http/errors.ts'
import { pageLinks } from '#server/core/http/page-links.ts'
import type { AdminScope } from '#server/core/http/scope.ts'
import { siteOf } from '#server/core/mail/site.ts'
import { emailKey } from '../audience.ts'
import { eventsPath } from './events-key.ts'
import { readEmailSettings, renewKey, writeOpenTracking } from './events.repository.ts'

const record = (core: Core, db: TenantDb, scope: AdminScope, action: AuditAction, detail = {}) =>
  core.audit.record(db, {
    action,
    result: 'ok',
    actorId: scope.actor.userId,
    sessionId: scope.actor.sessionId,
    object: `client:${scope.tenant.clientId}`,
    detail,
  })

const read = async (core: Core, db: TenantDb, clientId: number): Promise<MailFeedback> => {
  const { track_opens, events_key: number, last_event_at: last } = await readEmailSettings(db)
  const path = eventsPath(core, clientId, number)
  return {
    track_opens,
    events_path: path,
    events_url: (await siteOf(db, core.config, clientId)).urlOf(path),
    last_event_at: last?.toISOString() ?? null,
  }
}

export const getFeedback = (core: Core, scope: AdminScope): Promise<MailFeedback> =>
  scope.tx((db) => read(core, db, scope.tenant.clientId))

export const setOpenTracking = (core: Core, scope: AdminScope, isOn: boolean): Promise<MailFeedback> =>
  scope.tx(async (db) => {
    await writeOpenTracking(db, isOn)
    await record(core, db, scope, 'emails.opens', { counted: isOn })
    return read(core, db, scope.tenant.clientId)
  })

export const renewEventsKey = (core: Core, scope: AdminScope): Promise<MailFeedback> =>
  scope.tx(async (db) => {
    await renewKey(db)
    await record(core, db, scope, 'emails.events_key')
    return read(core, db, scope.tenant.clientId)
  })

interface Suppressed {
  email: string
  reason: SuppressionReason
  since: Date
  detail: string | null
}

export const suppressedList = (scope: AdminScope, query: QueryOf<typeof listSuppressed>) =>
  scope.tx(async (db) => {
    const { page, page_size: size, search, reason } = query
    const conditions = sql.join(
      [
        sql`client_id = current_client_id()`,
        ...(reason ? [sql`reason = ${reason}`] : []),
        ...(search?.trim() ? [sql`email_key like ${lowerLikePattern(search)}`] : []),
      ],
      sql` and `,
    )
    const counted = await sql<{ count: number }>`
      select count(*)::integer as count from email_suppression where ${conditions}`.execute(db)
    const { rows } = await sql<Suppressed>`
      select email_key as email, reason, since, detail from email_suppression where ${conditions}
      order by since desc, email_key limit ${size} offset ${(page - 1) * size}`.execute(db)
    const path = pathFor(listSuppressed, { clientId: scope.tenant.clientId })
    return {
      ...pageLinks(path, query, counted.rows[0]?.count ?? 0),
      results: rows.map((row) => ({ ...row, since: row.since.toISOString() })),
    }
  })

/** Only an address whose mail came back: what people decided themselves stays. */
export const allowAgain = (core: Core, scope: AdminScope, email: string): Promise<undefined> =>
  scope.tx(async (db) => {
    const key = emailKey(email)
    const { rows } = await sql<{ reason: SuppressionReason }>`
      select reason from email_suppression
      where client_id = current_client_id() and email_key = ${key} for update`.execute(db)
    const [found] = rows
    if (!found) return undefined
    if (found.reason !== 'bounced')
      throw new AppError('conflict', 'This person decided it themselves. Only they can take it back.')
    await sql`delete from email_suppression
      where client_id = current_client_id() and email_key = ${key}`.execute(db)
    await record(core, db, scope, 'emails.allow_again')
    return undefined
  })
