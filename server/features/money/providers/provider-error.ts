import type { KeyFailure } from '#contract/money/providers.ts'

/** Why a provider did not do what it was asked. */
export class ProviderError extends Error {
  readonly failure: KeyFailure
  constructor(failure: KeyFailure, cause?: unknown) {
    super(`payment provider: ${failure}`, { cause })
    this.name = 'ProviderError'
    this.failure = failure
  }
}
