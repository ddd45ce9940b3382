/** What superadmins do with clients: look, create, switch off and on, limit (rules: Tenants; TE1, TE12). */
import { pathFor, type BodyOf, type QueryOf, type ResponseOf } from '#contract/endpoint.ts'
import {
  listClients,
  type ClientLimits,
  type createClient as createCall,
  type CreatedClient,
  type PlatformClient,
} from '#contract/platform/clients.ts'
import { AppError, invalidField, notFound } from '#server/core/http/errors.ts'
import { pageLinks } from '#server/core/http/page-links.ts'
import type { SuperadminScope } from '#server/core/http/scope.ts'
import { fieldIssue } from '#server/core/http/validate.ts'
import { originOf } from '#server/core/mail/site.ts'
import { adminMail } from './admin-mail.ts'
import {
  clientRow,
  clientRows,
  countUsage,
  nextClientId,
  writeLimits,
  type ClientRow,
} from './clients.repository.ts'
import type { PlatformContext } from './context.ts'
import { inClient } from './record.ts'

const toClient = (row: ClientRow, ownId: number): PlatformClient => ({
  id: row.client_id,
  name: row.name,
  slug: row.slug,
  hosts: row.hosts,
  is_active: row.is_active,
  is_own: row.client_id === ownId,
  created_at: row.created_at.toISOString(),
  usage: {
    people: row.people,
    storage_bytes: row.storage_bytes,
    mails: row.mails,
    last_active_at: row.last_active_at?.toISOString() ?? null,
    counted_at: row.counted_at?.toISOString() ?? null,
  },
  limits: { people: row.people_limit, storage_bytes: row.storage_limit, mails: row.mails_limit },
})

export const clientList = async (
  { core }: PlatformContext,
  scope: SuperadminScope,
  query: QueryOf<typeof listClients>,
): Promise<ResponseOf<typeof listClients>> => {
  const { count, rows } = await core.db.withoutTenant((db) => clientRows(db, query))
  const own = scope.tenant.clientId
  return {
    ...pageLinks(pathFor(listClients, { clientId: own }), query, count),
    results: rows.map((row) => toClient(row, own)),
  }
}

const clientOf = async (
  { core }: PlatformContext,
  scope: SuperadminScope,
  clientId: number,
): Promise<PlatformClient> => {
  const row = await core.db.withoutTenant((db) => clientRow(db, clientId))
  if (!row) throw notFound()
  return toClient(row, scope.tenant.clientId)
}

const requireZone = (zone: string): void => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
  } catch {
    throw invalidField('time_zone', fieldIssue('invalid'))
  }
}

const taken = (field: 'slug' | 'host') => invalidField(field, fieldIssue('taken'))

/** The key that somebody else has already; null for every other failure. */
const violatedKey = (error: unknown): string | null => {
  const { code, constraint } = (error ?? {}) as { code?: unknown; constraint?: unknown }
  return code === '23505' && typeof constraint === 'string' ? constraint : null
}

/** Where the first administrator chooses a password: on the client's own host. */
const linkFor = ({ core }: PlatformContext, clientId: number, host: string | null): string => {
  const url = new URL('/forgot-password', originOf(core.config))
  if (core.config.demo) url.searchParams.set('client', String(clientId))
  else if (host !== null) url.hostname = host
  return url.href
}

/** Numbers are given one after the other; another superadmin may take one at the same moment. */
const TRIES = 5

const insert = async (
  context: PlatformContext,
  scope: SuperadminScope,
  body: BodyOf<typeof createCall>,
): Promise<{ clientId: number; link: string }> => {
  const { core } = context
  const { admin, host, limits } = body
  const [first, ...others] = [...new Set(body.languages)]
  if (first === undefined) throw invalidField('languages', fieldIssue('required'))
  for (let attempt = 1; ; attempt += 1) {
    const clientId = await core.db.withoutTenant(nextClientId)
    const link = linkFor(context, clientId, host)
    try {
      await inClient(context, scope, clientId, async (db) => {
        const now = scope.clock.now()
        await context.clients.create(db, {
          clientId,
          name: body.name,
          slug: body.slug,
          hosts: host === null ? [] : [host],
          languages: [first, ...others],
          timeZone: body.time_zone,
          currency: body.currency,
          supportEmail: admin.email,
          features: body.features,
        })
        await context.createAdmin(db, admin, now)
        await writeLimits(db, clientId, limits, now)
        await core.outbox.add(db, adminMail(admin, { site: body.name, link }))
        await countUsage(db, core, context.mailsThisMonth)
        await core.changes.announce(db, { kind: 'client', clientId })
        return { result: undefined, action: 'clients.create', detail: { slug: body.slug } }
      })
      return { clientId, link }
    } catch (error) {
      const key = violatedKey(error)
      if (key === 'client_slug_key') throw taken('slug')
      if (key === 'client_host_host_key') throw taken('host')
      if (key !== 'client_pkey' || attempt === TRIES) throw error
    }
  }
}

export const createClient = async (
  context: PlatformContext,
  scope: SuperadminScope,
  body: BodyOf<typeof createCall>,
): Promise<CreatedClient> => {
  if (body.host === null && !context.core.config.demo) throw invalidField('host', fieldIssue('required'))
  requireZone(body.time_zone)
  const { clientId, link } = await insert(context, scope, body)
  return { client: await clientOf(context, scope, clientId), link }
}

export const setClientState = async (
  context: PlatformContext,
  scope: SuperadminScope,
  clientId: number,
  isActive: boolean,
): Promise<PlatformClient> => {
  const before = await clientOf(context, scope, clientId)
  if (before.is_own && !isActive)
    throw new AppError('conflict', 'You work in this client, so it cannot be switched off from here.')
  await inClient(context, scope, clientId, async (db) => {
    if (before.is_active === isActive) return { result: undefined, action: null }
    await context.clients.setActive(db, clientId, isActive)
    await context.core.changes.announce(db, { kind: 'client', clientId })
    return { result: undefined, action: isActive ? 'clients.activate' : 'clients.deactivate' }
  })
  return clientOf(context, scope, clientId)
}

export const setClientLimits = async (
  context: PlatformContext,
  scope: SuperadminScope,
  clientId: number,
  limits: ClientLimits,
): Promise<PlatformClient> => {
  await clientOf(context, scope, clientId)
  await inClient(context, scope, clientId, async (db) => {
    await writeLimits(db, clientId, limits, scope.clock.now())
    await countUsage(db, context.core, context.mailsThisMonth)
    return { result: undefined, action: 'clients.limits_changed', detail: { ...limits } }
  })
  return clientOf(context, scope, clientId)
}
