import type { Core } from '#server/core/core.ts'
import type { Query, Rows } from '#server/core/db/query.ts'
import type { Buckets, Limit } from '#server/core/http/limit.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import type { Notifier } from '#server/core/notifier.ts'
import type { StoreImage } from './body.ts'
import type { People } from './people/people.cache.ts'

/** What the services of this feature are made with. */
export interface CommunityContext {
  readonly audit: Core['audit']
  readonly changes: Core['changes']
  readonly storeImage: StoreImage
  readonly votes: { readonly buckets: Buckets; readonly limit: Limit } | null
  readonly people: People
  readonly notifier: Notifier
  /** Factor on every limit; Infinity switches them off (RULES "Limits"). */
  readonly limitFactor: number
}

/** Who looks: what is told depends on it. */
export interface Viewer {
  readonly clientId: number
  readonly userId: number
  /** Staff also sees what is not published. */
  readonly isStaff: boolean
}

export const viewerOf = (scope: MemberScope): Viewer => ({
  clientId: scope.tenant.clientId,
  userId: scope.actor.userId,
  isStaff: scope.actor.role !== 'student',
})

/** Each query as a round trip of its own. */
export const readsOf =
  (scope: MemberScope): Rows =>
  async <R>(query: Query) =>
    (await scope.read(query))[0] as R[]
