import type { FeatureSlug, SwitchableFeature } from '#contract/client-info/feature-slugs.ts'
import type { Language } from '#contract/languages.ts'
import type { RolloutAction } from '#contract/platform/rollout.ts'
import type { Core } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'

export interface FirstAdmin {
  readonly name: string
  readonly email: string
  readonly language: Language
}

export interface PlainClient {
  readonly clientId: number
  readonly name: string
  readonly slug: string
  readonly hosts: readonly string[]
  readonly languages: [Language, ...Language[]]
  readonly timeZone: string
  readonly currency: string
  readonly supportEmail: string
  /** Switched on; every other one is off and kept from its admins. */
  readonly features: readonly FeatureSlug[]
}

/** What other features do for superadmins; handed over in app.ts. */
export interface PlatformContext {
  readonly core: Core
  readonly clients: {
    /** Throws a unique violation when the id, the slug or a host is taken. */
    readonly create: (db: TenantDb, client: PlainClient) => Promise<void>
    /** False when there is no such client. */
    readonly setActive: (db: TenantDb, clientId: number, isActive: boolean) => Promise<boolean>
    readonly switchFeature: (
      db: TenantDb,
      clientId: number,
      slug: SwitchableFeature,
      action: RolloutAction,
    ) => Promise<void>
  }
  /** Without a password: the owner of the address chooses one. */
  readonly createAdmin: (db: TenantDb, admin: FirstAdmin, now: Date) => Promise<void>
  /** Of the client of the transaction, in this calendar month (UTC). */
  readonly mailsThisMonth: (db: TenantDb, core: Pick<Core, 'config' | 'clock'>) => Promise<number>
}
