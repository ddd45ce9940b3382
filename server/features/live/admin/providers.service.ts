/** The meeting services of a client: settings with encrypted secrets, a check of them, and the adapter of a session. */
import type { AuditAction } from '#contract/security/audit-actions.ts'
import './live-admin.tables.ts'
import type {
  ManagedProvider,
  ProviderSettings,
  ProviderSettingsBody,
  listProviders,
  saveConsentRule,
  testProvider,
} from '#contract/live/admin/providers.ts'
import { managedProviders } from '#contract/live/admin/providers.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import type { ClientConsentRule, LiveProvider as ProviderName } from '#contract/live/shapes.ts'
import type { Core } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { invalidField, notFound } from '#server/core/http/errors.ts'
import type { AdminScope } from '#server/core/http/scope.ts'
import { siteOf } from '#server/core/mail/site.ts'
import type { Outgoing } from '#server/core/security/outgoing.ts'
import type { EncryptedColumn } from '#server/core/security/reencrypt.ts'
import { bigBlueButtonProvider, registerWebhook } from '../providers/bigbluebutton.ts'
import { jitsiProvider } from '../providers/jitsi.ts'
import { linkProvider } from '../providers/link.ts'
import { ProviderError, type LiveProvider } from '../providers/provider.ts'
import { clientConsentRule, setClientConsentRule } from '../consent.ts'

export interface ProviderContext {
  readonly core: Pick<Core, 'vault'>
  readonly outgoing: Outgoing
}
export interface SettingsContext extends ProviderContext {
  readonly core: Pick<Core, 'vault' | 'audit' | 'config' | 'log'>
  /** Where the service reports what happens in its rooms. */
  readonly hookPath: (clientId: number) => string
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

const secretOf = ({ vault }: Pick<Core, 'vault'>, row: Row): string =>
  vault.decrypt(PURPOSE, row.secret_enc, contextOf(row.client_id, row.provider)).toString('utf8')

/** What the client's BigBlueButton signs with; null if the client has none. */
export const bigBlueButtonSecret = async (
  core: Pick<Core, 'vault'>,
  db: TenantDb,
  clientId: number,
): Promise<string | null> => {
  const row = await rowOf(db, clientId, 'bigbluebutton')
  return row ? secretOf(core, row) : null
}

const adapter = ({ core, outgoing }: ProviderContext, row: Row): LiveProvider => {
  const secret = secretOf(core, row)
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

export const providers = (scope: AdminScope): Promise<ResponseOf<typeof listProviders>> =>
  scope.tx(async (db) => {
    const settings: ProviderSettings[] = []
    for (const provider of managedProviders)
      settings.push(shown(provider, await rowOf(db, scope.tenant.clientId, provider)))
    return { providers: settings, consent_rule: await clientConsentRule(db, scope.tenant.clientId) }
  })

const record = (
  { core }: Pick<SettingsContext, 'core'>,
  db: TenantDb,
  scope: AdminScope,
  action: AuditAction,
  object: string,
) =>
  core.audit.record(db, {
    action,
    result: 'ok',
    actorId: scope.actor.userId,
    sessionId: scope.actor.sessionId,
    object,
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
  context: SettingsContext,
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
    await record(context, db, scope, 'live.provider_save', `live_provider:${provider}`)
    return shown(provider, await rowOf(db, clientId, provider))
  })

export const remove = (
  context: SettingsContext,
  scope: AdminScope,
  provider: ManagedProvider,
): Promise<ProviderSettings> =>
  scope.tx(async (db) => {
    await db
      .deleteFrom('live_provider')
      .where('client_id', '=', scope.tenant.clientId)
      .where('provider', '=', provider)
      .execute()
    await record(context, db, scope, 'live.provider_remove', `live_provider:${provider}`)
    return shown(provider, undefined)
  })

export const saveConsent = (
  context: Pick<SettingsContext, 'core'>,
  scope: AdminScope,
  rule: ClientConsentRule | null,
): Promise<ResponseOf<typeof saveConsentRule>> =>
  scope.tx(async (db) => {
    const { clientId } = scope.tenant
    if (await setClientConsentRule(db, clientId, { rule, now: scope.clock.now() }))
      await record(context, db, scope, 'live.consent_save', `live_setting:${rule ?? 'hosts'}`)
    return { consent_rule: rule }
  })

/** Asks the service to report who enters and leaves. Without its webhooks the job asks it every minute instead. */
const askForReports = async (
  { core, outgoing, hookPath }: SettingsContext,
  scope: AdminScope,
  row: Row,
): Promise<void> => {
  if (row.provider !== 'bigbluebutton') return
  const { clientId } = scope.tenant
  const address = (await scope.tx((db) => siteOf(db, core.config, clientId))).urlOf(hookPath(clientId))
  if (address === null) return
  try {
    await registerWebhook({ url: row.url, secret: secretOf(core, row) }, outgoing, address)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    core.log.warn({ err: error, clientId }, 'a meeting service takes no webhooks')
  }
}

/** Asks the service outside of any transaction; what it accepted is noted only if nobody changed it meanwhile. */
export const test = async (
  context: SettingsContext,
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
  if (failure === null) await askForReports(context, scope, row)
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
