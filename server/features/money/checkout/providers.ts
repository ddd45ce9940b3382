/**
 * Which provider a client pays with: the one whose keys an admin stored and chose. The test checkout is there without one,
 * only in a demo, for a client that the demo's seed filled and nobody has set up for real use
 * (docs/decisions/money/pay-by-the-chosen-provider.md).
 */
import { paymentProviders } from '#contract/money/providers.ts'
import { createFreshCache } from '#server/core/changes/fresh-cache.ts'
import type { Core } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { originOf, siteOf } from '#server/core/mail/site.ts'
import { chosenRow, keysOf, providerRow, type ProviderRow } from '../providers/keys.repository.ts'
import { createRazorpayProvider } from '../providers/razorpay.ts'
import type { ProviderHosts } from '../providers/sdk.ts'
import { createStripeProvider } from '../providers/stripe.ts'
import type { PaymentProvider } from './provider.ts'
import { createTestProvider, TEST_PROVIDER } from './test-provider.ts'

/** Without a name: what learners pay with now. A provider with keys believes its messages also when it is not chosen. */
export type FindProvider = (db: TenantDb, clientId: number, name?: string) => Promise<PaymentProvider | null>
export type ProviderCore = Pick<Core, 'config' | 'db' | 'secret' | 'clock' | 'vault' | 'changes'>

const adapterOf = (
  core: ProviderCore,
  row: ProviderRow,
  hosts: ProviderHosts,
  urlOf: (path: string) => string | null,
): PaymentProvider => {
  const setup = {
    keys: keysOf(core, row),
    isTest: row.is_test,
    hosts,
    urlOf: (path: string) => urlOf(path) ?? new URL(path, originOf(core.config)).href,
    now: () => core.clock.now(),
  }
  return row.provider === 'stripe' ? createStripeProvider(setup) : createRazorpayProvider(setup)
}

/** Makes the adapter; it calls nobody. */
export const providerOf = async (
  core: ProviderCore,
  db: TenantDb,
  row: ProviderRow,
  hosts: ProviderHosts,
): Promise<PaymentProvider> =>
  adapterOf(core, row, hosts, (await siteOf(db, core.config, row.client_id)).urlOf)

/** Whoever calls with a message; null if the client has no such provider. */
export type FindCaller = (clientId: number, name: string) => Promise<PaymentProvider | null>

const CALLERS_CACHED_MAX = 500

/** Adapters for messages, cached: reading a message needs the keys, and none of the client's addresses. */
export const createFindCaller = (
  core: ProviderCore,
  find: FindProvider,
  hosts: ProviderHosts,
): FindCaller => {
  const callers = createFreshCache<string, PaymentProvider | null>({
    feed: core.changes,
    affects: ({ kind, clientId }) => (kind === 'client' ? (key) => key.startsWith(`${clientId}/`) : false),
    maxEntries: CALLERS_CACHED_MAX,
  })
  const load = (clientId: number, name: string): Promise<PaymentProvider | null> =>
    core.db.withTenant(clientId, async (db) => {
      const row = await providerRow(db, clientId, name)
      return row ? adapterOf(core, row, hosts, () => null) : null
    })
  return (clientId, name) => {
    if (name === TEST_PROVIDER) return core.db.withTenant(clientId, (db) => find(db, clientId, name))
    if (!paymentProviders.some((provider) => provider === name)) return Promise.resolve(null)
    return callers.get(`${clientId}/${name}`, () => load(clientId, name))
  }
}

/** What a page needs to know of the provider that a client chose. */
export interface ClientProvider {
  /** Null without one. */
  readonly provider_is_test: boolean | null
  readonly is_demo_client: boolean
}

/** The same choice as `createFindProvider` makes, of a client that was read already; null without a provider. */
export const shownProvider = (client: ClientProvider, isDemo: boolean): { is_test: boolean } | null => {
  if (client.provider_is_test !== null) return { is_test: client.provider_is_test }
  return isDemo && client.is_demo_client ? { is_test: true } : null
}

const isDemoClient = async (core: ProviderCore, db: TenantDb, clientId: number): Promise<boolean> => {
  if (!core.config.demo) return false
  const client = await db
    .selectFrom('client')
    .select(['demo_seeded_at', 'set_up_at'])
    .where('client_id', '=', clientId)
    .executeTakeFirst()
  return client !== undefined && client.demo_seeded_at !== null && client.set_up_at === null
}

export const createFindProvider = (core: ProviderCore, hosts: ProviderHosts = {}): FindProvider => {
  const test = createTestProvider(core)
  return async (db, clientId, name) => {
    if (name !== test.name) {
      const row = await (name === undefined ? chosenRow(db, clientId) : providerRow(db, clientId, name))
      if (row) return providerOf(core, db, row, hosts)
      if (name !== undefined) return null
    }
    return (await isDemoClient(core, db, clientId)) ? test : null
  }
}
