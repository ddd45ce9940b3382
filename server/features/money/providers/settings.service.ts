/** What admins do with payment providers: store keys, test them, choose one. Keys go in and never come out. */
import type { AuditAction } from '#contract/security/audit-actions.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import {
  keyNames,
  keyPatterns,
  paymentProviders,
  type KeyFailure,
  type KeyName,
  type PaymentProviderName,
  type PaymentProviders,
  type PaymentProviderSettings,
  type ProviderTest,
  type savePaymentProvider,
} from '#contract/money/providers.ts'
import type { Core } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { AppError, invalidField, notFound } from '#server/core/http/errors.ts'
import type { AdminScope } from '#server/core/http/scope.ts'
import { siteOf } from '#server/core/mail/site.ts'
import { messagePath } from '../checkout/message.routes.ts'
import { providerOf, type FindProvider, type ProviderCore } from '../checkout/providers.ts'
import * as rows from './keys.repository.ts'
import { ProviderError } from './provider-error.ts'
import type { ProviderHosts } from './sdk.ts'

export interface SettingsContext {
  readonly core: ProviderCore & Pick<Core, 'audit'>
  readonly hosts: ProviderHosts
  readonly findProvider: FindProvider
}
type Body = BodyOf<typeof savePaymentProvider>

const overviewOf = async (
  { core, findProvider }: SettingsContext,
  db: TenantDb,
  clientId: number,
): Promise<PaymentProviders> => {
  const stored = new Map((await rows.providerRows(db, clientId)).map((row) => [row.provider, row]))
  const messages = await rows.lastMessages(db, clientId)
  const site = await siteOf(db, core.config, clientId)
  const shown = (provider: PaymentProviderName): PaymentProviderSettings => {
    const row = stored.get(provider)
    const path = messagePath(provider, clientId)
    return {
      provider,
      has_keys: row !== undefined,
      key_id: row?.key_id ?? null,
      is_test: row?.is_test ?? false,
      checked_at: row?.checked_at?.toISOString() ?? null,
      message_url: site.urlOf(path),
      message_path: path,
      last_message_at: messages.get(provider)?.toISOString() ?? null,
    }
  }
  const chosen = await findProvider(db, clientId)
  return {
    providers: paymentProviders.map(shown),
    chosen: chosen && (chosen.name as PaymentProviders['chosen']),
  }
}

export const providers = (context: SettingsContext, scope: AdminScope): Promise<PaymentProviders> =>
  scope.tx((db) => overviewOf(context, db, scope.tenant.clientId))

const record = (
  { core }: SettingsContext,
  db: TenantDb,
  scope: AdminScope,
  action: AuditAction & `money.${string}`,
  provider: PaymentProviderName | null,
) =>
  core.audit.record(db, {
    action,
    result: 'ok',
    actorId: scope.actor.userId,
    sessionId: scope.actor.sessionId,
    object: `payment_provider:${provider ?? 'none'}`,
    requestId: scope.request.id,
    ip: scope.request.ip,
  })

const requireForm = (provider: PaymentProviderName, body: Body): void => {
  const patterns: Partial<Record<KeyName, RegExp>> = keyPatterns[provider]
  for (const name of keyNames) {
    const pattern = patterns[name]
    const value = body[name]
    if (pattern && value !== null && !pattern.test(value))
      throw invalidField(name, { code: 'invalid', message: 'This is not a key of this kind.' })
  }
}

const required = (name: KeyName) => invalidField(name, { code: 'required', message: 'Enter this key, too.' })

const isTest = (key: string) => /^(?:sk|rk|rzp)_test_/.test(key)

/** Null for a provider whose keys have no id. */
const keyIdFor = (provider: PaymentProviderName, body: Body, former: rows.ProviderRow | undefined) => {
  if (!('key_id' in keyPatterns[provider])) return null
  const keyId = body.key_id ?? former?.key_id
  if (keyId == null) throw required('key_id')
  return keyId
}

/** Stored keys stay while new ones are null. A new key id needs its secret. */
const rowFor = (
  { core }: SettingsContext,
  scope: AdminScope,
  provider: PaymentProviderName,
  { body, former }: { body: Body; former: rows.ProviderRow | undefined },
) => {
  const { clientId } = scope.tenant
  const keyId = keyIdFor(provider, body, former)
  const encrypt = (column: 'secret_enc' | 'webhook_enc', text: string | null) =>
    text === null ? former?.[column] : rows.encryptKey(core, clientId, provider, column, text)
  const secret = encrypt('secret_enc', body.secret)
  if (!secret || (body.secret === null && keyId !== former?.key_id)) throw required('secret')
  const webhook = encrypt('webhook_enc', body.webhook_secret)
  if (!webhook) throw required('webhook_secret')
  const telling = provider === 'razorpay' ? keyId : body.secret
  return {
    client_id: clientId,
    provider,
    key_id: keyId,
    secret_enc: secret,
    webhook_enc: webhook,
    is_test: telling === null ? (former?.is_test ?? false) : isTest(telling),
    updated_at: scope.clock.now(),
  }
}

export const save = (
  context: SettingsContext,
  scope: AdminScope,
  provider: PaymentProviderName,
  body: Body,
): Promise<PaymentProviders> =>
  scope.tx(async (db) => {
    const { clientId } = scope.tenant
    requireForm(provider, body)
    const former = await rows.providerRow(db, clientId, provider)
    await rows.saveKeys(db, rowFor(context, scope, provider, { body, former }))
    await record(context, db, scope, 'money.provider_save', provider)
    await context.core.changes.announce(db, { kind: 'client', clientId })
    return overviewOf(context, db, clientId)
  })

export const remove = (
  context: SettingsContext,
  scope: AdminScope,
  provider: PaymentProviderName,
): Promise<PaymentProviders> =>
  scope.tx(async (db) => {
    const { clientId } = scope.tenant
    await rows.deleteKeys(db, clientId, provider)
    await record(context, db, scope, 'money.provider_remove', provider)
    await context.core.changes.announce(db, { kind: 'client', clientId })
    return overviewOf(context, db, clientId)
  })

export const choose = (
  context: SettingsContext,
  scope: AdminScope,
  provider: PaymentProviderName | null,
): Promise<PaymentProviders> =>
  scope.tx(async (db) => {
    const { clientId } = scope.tenant
    const row = provider && (await rows.providerRow(db, clientId, provider))
    if (provider !== null && !row?.checked_at)
      throw new AppError('conflict', 'Test the keys of this provider first.')
    await rows.writeChoice(db, clientId, provider)
    await record(context, db, scope, 'money.provider_choose', provider)
    return overviewOf(context, db, clientId)
  })

/** Asks the provider outside of any transaction; what it said is noted only if nobody changed the keys meanwhile. */
export const test = async (
  context: SettingsContext,
  scope: AdminScope,
  provider: PaymentProviderName,
): Promise<ProviderTest> => {
  const { clientId } = scope.tenant
  const { row, adapter } = await scope.tx(async (db) => {
    const found = await rows.providerRow(db, clientId, provider)
    if (!found) throw notFound()
    return { row: found, adapter: await providerOf(context.core, db, found, context.hosts) }
  })
  const outcome = await (adapter.checkKeys?.() ?? Promise.resolve(null)).then(
    (account) => ({ account, failure: null }),
    (error: unknown): { account: null; failure: KeyFailure } => {
      if (error instanceof ProviderError) return { account: null, failure: error.failure }
      throw error
    },
  )
  return scope.tx(async (db) => {
    // A provider that does not answer says nothing about the keys.
    if (outcome.failure !== 'unreachable')
      await rows.writeCheckedKeys(db, row, outcome.failure === null ? scope.clock.now() : null)
    return { ...outcome, settings: await overviewOf(context, db, clientId) }
  })
}
