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
