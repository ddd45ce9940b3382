import type { Core } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { Notifier } from '#server/core/notifier.ts'
import type { PublicScope } from '#server/core/http/scope.ts'
import type { User } from './users.repository.ts'
import type { AccessTokens } from './sessions/access-token.ts'
import type { GoogleVerifier } from './google/google.verifier.ts'
import type { BreachCheck } from './passwords/breached.ts'
import type { Hasher } from './passwords/hasher.ts'
import type { SessionStates } from './sessions/session-states.ts'

/** Who hears of a sign-up that names the code of a referral, unless the client has referrals switched off. */
export interface SignUpReferrals {
  /** The form was sent; the address is not verified. */
  readonly invited: (
    db: TenantDb,
    scope: PublicScope,
    form: { userId: number; browserHash: Buffer; code: string },
  ) => Promise<void>
  /** The form of this browser became the account. */
  readonly joined: (
    db: TenantDb,
    scope: PublicScope,
    form: { userId: number; browserHash: Buffer; deviceHash: Buffer | null },
  ) => Promise<void>
}

export const noReferrals: SignUpReferrals = { invited: async () => {}, joined: async () => {} }

/** For tests without notifications. */
export const silentNotifier: Pick<Notifier, 'notify'> = { notify: async () => ({ mailTo: [] }) }

/** The dependencies of this feature's services, created once in index.ts. */
export interface AuthDependencies {
  readonly core: Core
  readonly hasher: Hasher
  readonly isBreached: BreachCheck
  readonly accessTokens: AccessTokens
  readonly sessionStates: SessionStates
  readonly googleVerifier: GoogleVerifier
  readonly referrals: SignUpReferrals
  readonly notifier: Pick<Notifier, 'notify'>
  readonly secrets: {
    /** Authenticates refresh tokens. */
    readonly refresh: Buffer
    /** One-time codes at rest. */
    readonly codes: Buffer
    /** Addresses and account names in counters. */
    readonly addresses: Buffer
    /** Encrypted outboxes on devices of people who signed out. */
    readonly devices: Buffer
  }
}

/** False for accounts that were switched off, and for the demo's own accounts wherever the demo is not on. */
export const canSignIn = (
  { core }: Pick<AuthDependencies, 'core'>,
  user: Pick<User, 'disabled_at' | 'is_demo'>,
): boolean => user.disabled_at === null && (core.config.demo || !user.is_demo)
