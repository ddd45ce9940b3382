import { createFreshCache } from '#server/core/changes/fresh-cache.ts'
import type { ChangeFeed } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { CachedJson } from '#server/core/http/mount.ts'
import { courseById, instructorsOf, outlineOf, publishedCourses } from './structure.repository.ts'
import type { CourseRow, InstructorRow } from './structure.repository.ts'
import type { Outline } from './progress.ts'

export interface CourseStructure {
  row: CourseRow
  instructors: InstructorRow[]
  outline: Outline
}

/** What the services of this feature are made with. */
export interface CoursesContext {
  readonly changes: ChangeFeed
  readonly caches: CoursesCaches
}

/** Nothing personal is ever kept here: structure and list answers are the same for the whole tenant. */
export interface CoursesCaches {
  /** One course with its outline; null when there is none. */
  readonly structure: (db: TenantDb, clientId: number, courseId: number) => Promise<CourseStructure | null>
  readonly published: (db: TenantDb, clientId: number) => Promise<CourseRow[]>
  readonly page: (clientId: number, query: string, make: () => Promise<CachedJson>) => Promise<CachedJson>
}

/** Ids that do not exist take no place in the cache, so that guessing ids drives nothing out of it. */
class Absent extends Error {}

const STRUCTURES_MAX = 500
const TENANTS_MAX = 200
const PAGES_MAX = 2000

/** All three forget a tenant's entries when its courses changed (ChangeFeed), and are passed by while the feed is down. */
export const createCoursesCaches = (feed: ChangeFeed): CoursesCaches => {
  const ofTenant = <V>(maxEntries: number) =>
    createFreshCache<string, V>({
      feed,
      maxEntries,
      // A changed person counts as well: an instructor's name or picture shows here.
      affects: (change) =>
        change.kind === 'courses' || change.kind === 'user'
          ? (key) => key.startsWith(`${change.clientId}:`)
          : false,
    })
  const structures = ofTenant<CourseStructure>(STRUCTURES_MAX)
  const lists = ofTenant<CourseRow[]>(TENANTS_MAX)
  const pages = ofTenant<CachedJson>(PAGES_MAX)
  return {
    structure: (db, clientId, courseId) =>
      structures
        .get(`${clientId}:${courseId}`, async () => {
          const row = await courseById(db, clientId, courseId)
          if (!row) throw new Absent()
          return {
            row,
            instructors: await instructorsOf(db, clientId, courseId),
            outline: await outlineOf(db, clientId, courseId),
          }
        })
        .catch((error: unknown) => {
          if (error instanceof Absent) return null
          throw error
        }),
    published: (db, clientId) => lists.get(`${clientId}:`, () => publishedCourses(db, clientId)),
    page: (clientId, query, make) => pages.get(`${clientId}:${query}`, make),
  }
}
