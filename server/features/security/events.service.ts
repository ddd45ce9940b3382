/** The audit log for admins (trust 8.8). Reading another client's, exporting and verifying are security events, too. */
import type { AuditAction } from '#contract/security/audit-actions.ts'
import {
  EVENT_EXPORT_MAX,
  listSecurityEvents,
  type ChainReport,
  type exportSecurityEvents,
  type SecurityEvent,
} from '#contract/security/security-events.ts'
import { pathFor, type QueryOf, type ResponseOf } from '#contract/endpoint.ts'
import { verifyAuditChain } from '#server/core/audit/verify.ts'
import type { Core } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { AppError, notFound } from '#server/core/http/errors.ts'
import { pageLinks } from '#server/core/http/page-links.ts'
import type { AdminScope } from '#server/core/http/scope.ts'
import { csvTable } from '#server/core/question-import/csv-cell.ts'
import { yieldingMap } from '#server/core/yielding-map.ts'
import * as rows from './events.repository.ts'

export interface SecurityContext {
  readonly core: Pick<Core, 'audit' | 'db'>
  /** Every client with its name, for superadmins. */
  readonly listClients: () => Promise<readonly { id: number; name: string }[]>
  /** Clients whose chain is being verified: a chain is long, so one run at a time. */
  readonly verifying: Set<number>
}

/** The client whose log is read. Another one than the caller's exists for superadmins only. */
const clientOf = async (
  { listClients }: SecurityContext,
  scope: AdminScope,
  wanted: number | undefined,
): Promise<number> => {
  if (wanted === undefined || wanted === scope.tenant.clientId) return scope.tenant.clientId
  if (scope.actor.role !== 'superadmin') throw notFound()
  if (!(await listClients()).some(({ id }) => id === wanted)) throw notFound()
  return wanted
}

/** A transaction in the log's own client. */
const inClient = <T>(
  { core }: SecurityContext,
  scope: AdminScope,
  clientId: number,
  work: (db: TenantDb) => Promise<T>,
): Promise<T> => (clientId === scope.tenant.clientId ? scope.tx(work) : core.db.withTenant(clientId, work))

type Detail = Record<string, string | number | boolean | null>

/** In the caller's client, because people belong to one client. */
const record = (
  { core }: SecurityContext,
  scope: AdminScope,
  action: AuditAction,
  clientId: number,
  detail: Detail = {},
  result: 'ok' | 'failed' = 'ok',
): Promise<void> =>
  scope.tx((db) =>
    core.audit.record(db, {
      action,
      result,
      actorId: scope.actor.userId,
      sessionId: scope.actor.sessionId,
      object: `client:${clientId}`,
      detail,
      requestId: scope.request.id,
      ip: scope.request.ip,
    }),
  )

const personOf = (id: number | null, name: string | null) => (id === null ? null : { id, name })

const toEvent = (row: rows.EventRow): SecurityEvent => ({
  id: Number(row.id),
  at: row.at.toISOString(),
  action: row.action,
  result: row.result,
  person: personOf(row.actor_id, row.actor_name),
  object: row.object,
  about: personOf(row.about_id, row.about_name),
  detail: row.detail,
  network: row.network,
  request_id: row.request_id,
})

export const events = async (
  context: SecurityContext,
  scope: AdminScope,
  query: QueryOf<typeof listSecurityEvents>,
): Promise<ResponseOf<typeof listSecurityEvents>> => {
  const { page, page_size: size, of, ...filters } = query
  const clientId = await clientOf(context, scope, of)
  const isSuperadmin = scope.actor.role === 'superadmin'
  const clients = isSuperadmin ? [...(await context.listClients())] : []
  const isForeign = clientId !== scope.tenant.clientId
  if (isForeign) await record(context, scope, 'security.readClient', clientId, { page })
  return inClient(context, scope, clientId, async (db) => {
    const count = await rows.countEvents(db, clientId, filters)
    const found = await rows.eventRows(db, clientId, filters, { limit: size, offset: (page - 1) * size })
    return {
      ...pageLinks(pathFor(listSecurityEvents, { clientId: scope.tenant.clientId }), query, count),
      results: found.map(toEvent),
      clients,
    }
  })
}

const CSV_HEADER = [
  'id',
  'at',
  'action',
  'result',
  'person_id',
  'person',
  'object',
  'about',
  'detail',
  'network',
  'request',
]
const ROWS_PER_STEP = 200

const toCells = (row: rows.EventRow): string[] =>
  [
    row.id,
    row.at.toISOString(),
    row.action,
    row.result,
    row.actor_id,
    row.actor_name,
    row.object,
    row.about_name,
    JSON.stringify(row.detail),
    row.network,
    row.request_id,
  ].map((cell) => String(cell ?? ''))

/** The rows step by step: a long table made at once would hold other requests up. */
const csvOf = async (found: readonly rows.EventRow[]): Promise<string> => {
  const steps = Array.from({ length: Math.ceil(found.length / ROWS_PER_STEP) }, (_, step) =>
    found.slice(step * ROWS_PER_STEP, (step + 1) * ROWS_PER_STEP),
  )
  // Each step begins with the byte order mark of a table of its own.
  const tables = await yieldingMap(steps, (step) => csvTable(step.map(toCells)).slice(1))
  return [csvTable([CSV_HEADER]), ...tables].join('')
}

export const exportEvents = async (
  context: SecurityContext,
  scope: AdminScope,
  { of, ...filters }: QueryOf<typeof exportSecurityEvents>,
): Promise<ResponseOf<typeof exportSecurityEvents>> => {
  const clientId = await clientOf(context, scope, of)
  const found = await inClient(context, scope, clientId, (db) =>
    rows.eventRows(db, clientId, filters, { limit: EVENT_EXPORT_MAX, offset: 0 }),
  )
  await record(context, scope, 'security.export', clientId, { rows: found.length })
  const day = scope.clock.now().toISOString().slice(0, 10)
  return {
    file_name: `security-events-${clientId}-${day}.csv`,
    rows: found.length,
    csv: await csvOf(found),
  }
}

export const verify = async (
  context: SecurityContext,
  scope: AdminScope,
  of: number | undefined,
): Promise<ChainReport> => {
  const clientId = await clientOf(context, scope, of)
  if (context.verifying.has(clientId))
    throw new AppError('conflict', 'These events are being verified already. Try again in a moment.')
  context.verifying.add(clientId)
  try {
    const verdict = await inClient(context, scope, clientId, (db) => verifyAuditChain(db))
    const detail = { checked: verdict.checked, fault: verdict.fault }
    await record(context, scope, 'security.verify', clientId, detail, verdict.ok ? 'ok' : 'failed')
    return verdict
  } finally {
    context.verifying.delete(clientId)
  }
}
