import type { ProviderRefund } from '../checkout/provider.ts'
import type { ProviderKeys } from './keys.repository.ts'
import type { ProviderHosts } from './sdk.ts'

/** What an adapter of a provider is made from. */
export interface ProviderSetup {
  readonly keys: ProviderKeys
  readonly isTest: boolean
  readonly hosts: ProviderHosts
  /** The full address of a path of the client's app. */
  readonly urlOf: (path: string) => string
  readonly now: () => Date
}

/** The page that a payer returns to without having paid. */
export const leftPath = (returnPath: string): string => `${returnPath}&left=1`

/** A state that the provider does not say, or that is new, is on its way: the product asks again. */
export const refundOf = (
  { id, status }: { id: string; status?: string | null | undefined },
  states: Readonly<Record<string, ProviderRefund['state']>>,
): ProviderRefund => ({ ref: id, state: states[status ?? ''] ?? 'sent' })
