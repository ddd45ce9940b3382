import type { Core } from '#server/core/core.ts'
import type { AccessTokens } from './sessions/access-token.ts'
import type { GoogleVerifier } from './google/google.verifier.ts'
import type { Hasher } from './passwords/hasher.ts'
import type { SessionStates } from './sessions/session-states.ts'

/** What the services of this feature are built with, made once in index.ts. */
export interface Parts {
  readonly core: Core
  readonly hasher: Hasher
  readonly tokens: AccessTokens
  readonly states: SessionStates
  readonly google: GoogleVerifier
  readonly secrets: {
    /** Marks of refresh tokens. */
    readonly refresh: Buffer
    /** One-time codes at rest. */
    readonly codes: Buffer
    /** Addresses and account names in counters. */
    readonly addresses: Buffer
    /** What waits on devices for people who signed out. */
    readonly devices: Buffer
  }
}
