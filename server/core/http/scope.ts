import { scopeOfEndpoint, type ApiScope } from '#contract/api-access/scopes.ts'
import type { Access, EndpointSpec } from '#contract/endpoint.ts'
import { STEP_UP_TTL_MS } from '#contract/limits.ts'
import type { FeatureSlug } from '#contract/client-info/feature-slugs.ts'
import type { Role } from '#contract/common.ts'
import type { Language } from '#contract/languages.ts'
import type { Clock } from '../clock.ts'
import type { TenantDb } from '../db/database.ts'
import type { Query } from '../db/query.ts'
import type { SignedAddresses } from '../files/file-access.ts'
import { AppError } from './errors.ts'

/** What every request needs to know of its tenant; the clients feature hands it over. */
export interface Tenant {
  readonly clientId: number
  readonly name: string
  readonly isActive: boolean
  readonly languages: readonly [Language, ...Language[]]
  /** What the client has switched on. */
  readonly features: ReadonlySet<FeatureSlug>
}

/** The signed-in person, read from the database (≤ 1 s old), never from the token (trust 8.2). */
export interface Actor {
  readonly userId: number
  readonly sessionId: string
  readonly role: Role
  /** The last proof of identity in this session: the sign-in or a later one. */
  readonly provedAt?: Date | null
  /** An API token called: nobody is signed in, and only what its scopes name may be called. */
  readonly token?: { readonly id: string; readonly scopes: readonly ApiScope[] }
  /** An administrator looks through this session and may change nothing (contract/auth/support.ts). */
  readonly support?: SupportAccess
}

export interface SupportAccess {
  readonly adminId: number
  /** The administrator's own session. */
  readonly sessionId: string
  readonly reason: string
}

/** The user id of an API token: no row of a person has it. */
export const NOBODY = 0

export interface RequestFacts {
  readonly id: string
  readonly ip: string
  readonly userAgent: string
  readonly cookies: Readonly<Record<string, string | undefined>>
  /** As sent; what of it counts says languageFor (language.ts). */
  readonly acceptLanguage?: string
  /** Where the caller's browser thinks it is: `http://127.0.0.1:4100`. Never proof of anything. */
  readonly origin?: string
  /** Server-sent events: whether they are wanted from now on, and the last one that the caller had ('' for none). */
  readonly events?: { readonly held: boolean; readonly lastId: string }
}

/** First argument of every service; made once a request. */
export interface PublicScope {
  readonly tenant: Tenant
  readonly clock: Clock
  readonly request: RequestFacts
  /** One transaction bound to the tenant. Never hold it over slow work (hashing, mail, another service's network). */
  tx<T>(work: (db: TenantDb) => Promise<T>): Promise<T>
  /** Only reading, in one round trip: the rows of each query. For what is asked often. */
  read(...queries: readonly Query[]): Promise<unknown[][]>
}

export interface MemberScope extends PublicScope {
  readonly actor: Actor
  /** Signs the addresses of stored files for this session. */
  readonly files: SignedAddresses
}

/** Branded so that a service for staff cannot be called with a learner's scope. */
export interface StaffScope extends MemberScope {
  readonly actor: Actor & { readonly role: 'instructor' | 'admin' | 'superadmin' }
}
export interface AdminScope extends MemberScope {
  readonly actor: Actor & { readonly role: 'admin' | 'superadmin' }
}
export interface SuperadminScope extends MemberScope {
  readonly actor: Actor & { readonly role: 'superadmin' }
}

export type ScopeFor<A extends Access> = A extends 'public'
  ? PublicScope
  : A extends 'member'
    ? MemberScope
    : A extends 'staff'
      ? StaffScope
      : A extends 'admin'
        ? AdminScope
        : SuperadminScope

const ALLOWED: Record<Exclude<Access, 'public'>, readonly Role[]> = {
  member: ['student', 'instructor', 'admin', 'superadmin'],
  staff: ['instructor', 'admin', 'superadmin'],
  admin: ['admin', 'superadmin'],
  superadmin: ['superadmin'],
}

/** Throws while the client has the endpoint's feature off (TE5). */
export const requireFeature = (spec: Pick<EndpointSpec, 'feature'>, tenant: Tenant): void => {
  if (spec.feature !== null && !tenant.features.has(spec.feature))
    throw new AppError('feature_off', 'This feature is switched off.')
}

export const mayCall = (access: Exclude<Access, 'public'>, role: Role): boolean =>
  ALLOWED[access].includes(role)

/** Throws for an API token without the endpoint's scope. What the table of scopes does not name refuses every token. */
export const requireTokenScope = (
  spec: Pick<EndpointSpec, 'name'>,
  { token }: Pick<Actor, 'token'>,
): void => {
  if (!token) return
  const scope = scopeOfEndpoint(spec.name)
  if (scope === null || !token.scopes.includes(scope))
    throw new AppError('forbidden', "This token doesn't have permission to do this.")
}

/** Throws unless the endpoint does without a recent proof of identity, or the session has one (trust 8.2). */
export const requireStepUp = (
  spec: Pick<EndpointSpec, 'stepUp'>,
  actor: Pick<Actor, 'provedAt'> | null,
  now: Date,
): void => {
  if (!spec.stepUp) return
  const provedAt = actor?.provedAt ?? null
  if (provedAt === null || now.getTime() - provedAt.getTime() >= STEP_UP_TTL_MS)
    throw new AppError('step_up_required', 'Please confirm that it is you.')
}
