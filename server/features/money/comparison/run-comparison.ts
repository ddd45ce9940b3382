/** Compares the payments of the last weeks with those at each provider of a client. Providers are asked outside of transactions. */
import { paymentProviders } from '#contract/money/providers.ts'
import type { Core } from '#server/core/core.ts'
import type { PaymentProvider } from '../checkout/provider.ts'
import type { FindProvider } from '../checkout/providers.ts'
import { TEST_PROVIDER } from '../checkout/test-provider.ts'
import { ProviderError } from '../providers/provider-error.ts'
import { compare, missingDifference, type Difference, type OwnPayment } from './compare.ts'
import * as rows from './comparison.repository.ts'

const DAY_MS = 86_400_000
const WINDOW_DAYS = 40
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/

export interface CompareContext {
  readonly core: Pick<Core, 'db' | 'clock'>
  readonly findProvider: FindProvider
}

/** Those with keys, chosen or not; the test checkout where there is one. */
export const providersOf = ({ core, findProvider }: CompareContext, clientId: number) =>
  core.db.withTenant(clientId, async (db) => {
    const found: PaymentProvider[] = []
    for (const name of [...paymentProviders, TEST_PROVIDER]) {
      const provider = await findProvider(db, clientId, name)
      if (provider) found.push(provider)
    }
    return found
  })

/** A payment that the list does not have may be older than the list: the provider is asked about it. */
const isPaidThere = async (provider: PaymentProvider, clientId: number, own: OwnPayment): Promise<boolean> =>
  own.provider_ref !== null && (await provider.fetchState(clientId, own.provider_ref))?.state === 'paid'

const differencesAt = async (
  { core }: CompareContext,
  provider: PaymentProvider,
  clientId: number,
  now: Date,
): Promise<Difference[]> => {
  const since = new Date(now.getTime() - WINDOW_DAYS * DAY_MS)
  // A day more, so that nothing at the edge seems to be missing.
  const theirs = await provider.listPayments(clientId, new Date(since.getTime() - DAY_MS))
  const ids = theirs.map(({ about }) => about).filter((id) => UUID.test(id))
  const own = await core.db.withTenant(clientId, (db) =>
    rows.ownPayments(db, clientId, { provider: provider.name, since, ids }),
  )
  const { found, missing } = compare(own, theirs)
  for (const each of missing)
    if (!(await isPaidThere(provider, clientId, each))) found.push(missingDifference(each))
  return found
}

export const compareClient = async (context: CompareContext, clientId: number): Promise<void> => {
  const { core } = context
  for (const provider of await providersOf(context, clientId)) {
    const at = core.clock.now()
    const found = await differencesAt(context, provider, clientId, at).catch((error: unknown) => {
      if (error instanceof ProviderError) return null
      throw error
    })
    await core.db.withTenant(clientId, async (db) => {
      await rows.writeComparison(db, clientId, {
        provider: provider.name,
        at,
        isComplete: found !== null,
      })
      if (found) await rows.writeFindings(db, clientId, { provider: provider.name, at, found })
    })
  }
}
