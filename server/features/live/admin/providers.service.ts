/** The meeting services of a client: settings with encrypted secrets, a check of them, and the adapter of a session. */
import type { AuditAction } from '#contract/security/audit-actions.ts'
import './live-admin.tables.ts'
import type {
  ManagedProvider,
  ProviderSettings,
  ProviderSettingsBody,
  testProvider,
} from '#contract/live/admin/providers.ts'
import { managedProviders } from '#contract/live/admin/providers.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import type { LiveProvider as ProviderName } from '#contract/live/shapes.ts'
import type { Core } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { invalidField, notFound } from '#server/core/http/errors.ts'
import type { AdminScope } from '#server/core/http/scope.ts'
import type { Outgoing } from '#server/core/security/outgoing.ts'
import type { EncryptedColumn } from '#server/core/security/reencrypt.ts'
import { bigBlueButtonProvider } from '../providers/bigbluebutton.ts'
import { jitsiProvider } from '../providers/jitsi.ts'
import { linkProvider } from '../providers/link.ts'
import { ProviderError, type LiveProvider } from '../providers/provider.ts'

export interface ProviderContext {
  readonly core: Pick<Core, 'vault' | 'audit'>
  readonly outgoing: Outgoing
}

const PURPOSE = 'live-provider'
const contextOf = (clientId: number, provider: string) => `live_provider:${clientId}:${provider}`

export const providerSecretColumn: EncryptedColumn = {
  table: 'live_provider',
  column: 'secret_enc',
  key: ['provider'],
  purpose: PURPOSE,
  isTenants: true,
  context: (clientId, row) => contextOf(clientId, String(row['provider'])),
}

const rowOf = (db: TenantDb, clientId: number, provider: ManagedProvider) =>
  db
    .selectFrom('live_provider')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('provider', '=', provider)
    .executeTakeFirst()
type Row = NonNullable<Awaited<ReturnType<typeof rowOf>>>

const shown = (provider: ManagedProvider, row: Row | undefined): ProviderSettings => ({
  provider,
  url: row?.url ?? null,
  app_id: row?.app_id ?? null,
  has_secret: row !== undefined,
  checked_at: row?.checked_at?.toISOString() ?? null,
})

const adapter = ({ core, outgoing }: ProviderContext, row: Row): LiveProvider => {
  const secret = core.vault
    .decrypt(PURPOSE, row.secret_enc, contextOf(row.client_id, row.provider))
    .toString('utf8')
  return row.provider === 'bigbluebutton'
    ? bigBlueButtonProvider({ url: row.url, secret }, outgoing)
    : jitsiProvider({ url: row.url, appId: row.app_id ?? '', secret }, outgoing)
}

/** The adapter for sessions with this service; null if the client removed its settings. */
export const providerFor = async (
  context: ProviderContext,
  db: TenantDb,
  clientId: number,
  provider: ProviderName,
): Promise<LiveProvider | null> => {
  if (provider === 'link') return linkProvider
  const row = await rowOf(db, clientId, provider)
  return row ? adapter(context, row) : null
}

export const providers = (scope: AdminScope): Promise<{ providers: ProviderSettings[] }> =>
  scope.tx(async (db) => {
    const settings: ProviderSettings[] = []
    for (const provider of managedProviders)
      settings.push(shown(provider, await rowOf(db, scope.tenant.clientId, provider)))
    return { providers: settings }
  })

const record = (
  { core }: ProviderContext,
  db: TenantDb,
  scope: AdminScope,
  action: AuditAction,
  provider: ManagedProvider,
) =>
  core.audit.record(db, {
    action,
    result: 'ok',
    actorId: scope.actor.userId,
    sessionId: scope.actor.sessionId,
    object: `live_provider:${provider}`,
    requestId: scope.request.id,
    ip: scope.request.ip,
  })

/** A stored secret stays with its address: otherwise a new address would receive what was signed with it. */
const secretFor = (
  { core }: ProviderContext,
  clientId: number,
  provider: ManagedProvider,
  body: ProviderSettingsBody,
  former: Row | undefined,
): Buffer => {
  if (body.secret !== null)
    return core.vault.encrypt(PURPOSE, Buffer.from(body.secret, 'utf8'), contextOf(clientId, provider))
  if (former && former.url === body.url) return former.secret_enc
  throw invalidField('secret', { code: 'required', message: 'Type the secret for this address.' })
}

export const save = (
  context: ProviderContext,
  scope: AdminScope,
  provider: ManagedProvider,
  body: ProviderSettingsBody,
): Promise<ProviderSettings> =>
  scope.tx(async (db) => {
    const { clientId } = scope.tenant
    const appId = provider === 'jitsi' ? body.app_id : null
    if (provider === 'jitsi' && appId === null)
      throw invalidField('app_id', { code: 'required', message: 'Type the app ID of your Jitsi server.' })
    const former = await rowOf(db, clientId, provider)
    const secret = secretFor(context, clientId, provider, body, former)
    const settings = { url: body.url, app_id: appId, secret_enc: secret, updated_at: scope.clock.now() }
    await db
      .insertInto('live_provider')
      .values({ client_id: clientId, provider, checked_at: null, ...settings })
      .onConflict((conflict) =>
        conflict.columns(['client_id', 'provider']).doUpdateSet({ ...settings, checked_at: null }),
      )
      .execute()
    await record(context, db, scope, 'live.provider_save', provider)
    return shown(provider, await rowOf(db, clientId, provider))
  })

export const remove = (
  context: ProviderContext,
  scope: AdminScope,
  provider: ManagedProvider,
): Promise<ProviderSettings> =>
  scope.tx(async (db) => {
    await db
      .deleteFrom('live_provider')
      .where('client_id', '=', scope.tenant.clientId)
      .where('provider', '=', provider)
      .execute()
    await record(context, db, scope, 'live.provider_remove', provider)
    return shown(provider, undefined)
  })

/** Asks the service outside of any transaction; what it accepted is noted only if nobody changed it meanwhile. */
export const test = async (
  context: ProviderContext,
  scope: AdminScope,
  provider: ManagedProvider,
): Promise<ResponseOf<typeof testProvider>> => {
  const { clientId } = scope.tenant
  const row = await scope.tx((db) => rowOf(db, clientId, provider))
  if (!row) throw notFound()
  const failure = await adapter(context, row)
    .check(scope.clock.now())
    .then(() => null)
    .catch((error: unknown) => {
      if (error instanceof ProviderError) return error.failure
      throw error
    })
  return scope.tx(async (db) => {
    await db
      .updateTable('live_provider')
      .set({ checked_at: failure === null ? scope.clock.now() : null })
      .where('client_id', '=', clientId)
      .where('provider', '=', provider)
      .where('updated_at', '=', row.updated_at)
      .execute()
    return { failure, settings: shown(provider, (await rowOf(db, clientId, provider)) ?? row) }
  })
}
