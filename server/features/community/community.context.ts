import type { Core } from '#server/core/core.ts'
import type { Query, Rows } from '#server/core/db/query.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import type { Notifier } from '#server/core/notifier.ts'
import type { PictureStore } from './lesson-pictures.ts'
import type { PeopleCache } from './people/people.cache.ts'

/** The dependencies of this feature's services. */
export interface CommunityContext {
  readonly audit: Core['audit']
  readonly changes: Core['changes']
  readonly pictures: PictureStore
  readonly people: PeopleCache
  readonly notifier: Notifier
  /** Factor on every limit; Infinity switches them off (rules: Limits). */
  readonly limitFactor: number
}

/** The person who views the content; responses depend on it. */
export interface Viewer {
  readonly clientId: number
  readonly userId: number
  /** Staff also see unpublished content. */
  readonly isStaff: boolean
}

export const viewerOf = (scope: MemberScope): Viewer => ({
  clientId: scope.tenant.clientId,
  userId: scope.actor.userId,
  isStaff: scope.actor.role !== 'student',
})

/** Runs each query in its own round trip. */
export const rowsOf =
  (scope: MemberScope): Rows =>
  async <R>(query: Query) =>
    (await scope.read(query))[0] as R[]
