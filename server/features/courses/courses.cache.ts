import { createFreshCache } from '#server/core/changes/fresh-cache.ts'
import type { ChangeFeed, Core } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { Clock } from '#server/core/clock.ts'
import { languageFor } from '#server/core/http/language.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import type { CachedJson } from '#server/core/http/pipeline.ts'
import type { Notifier } from '#server/core/notifier.ts'
import type { Language } from '#contract/common.ts'
import { toEntry, type CatalogueEntry } from './catalogue/catalogue.ts'
import { courseTexts, mainLanguage, toSummary } from './courses.mapper.ts'
import { courseById, instructorsOf, outlineOf, publishedCourses } from './structure.repository.ts'
import type { CourseRow, InstructorRow } from './structure.repository.ts'
import type { Outline } from './progress.ts'

export interface CourseStructure {
  row: CourseRow
  title: string
  /** Of the title, where it is not in the wanted language. */
  fallback?: Language
  /** The wanted language. */
  language?: Language
  instructors: InstructorRow[]
  outline: Outline
}

/** What the services of this feature are made with. */
export interface CoursesContext {
  readonly audit: Core['audit']
  readonly outbox: Core['outbox']
  /** Where people reach the product; null when the installation does not say. */
  readonly publicUrl: string | null
  readonly changes: ChangeFeed
  readonly notifier: Notifier
  readonly caches: CoursesCaches
}

/**
 * Texts are in the language that is named, or in each course's own without one; each language has its own entries.
 * Nothing personal is ever kept here: structure and list answers are the same for the whole tenant.
 */
export interface CoursesCaches {
  /** One course with its outline; null when there is none. */
  readonly structure: (
    db: TenantDb,
    clientId: number,
    courseId: number,
    language?: Language,
  ) => Promise<CourseStructure | null>
  /** The same in the caller's language, opening a transaction only when it is not known yet. */
  readonly structureFor: (scope: MemberScope, courseId: number) => Promise<CourseStructure | null>
  /** The published courses in the tenant's order, ready to be filtered. */
  readonly catalogue: (
    db: TenantDb,
    clientId: number,
    language?: Language,
  ) => Promise<readonly CatalogueEntry[]>
  readonly catalogueFor: (scope: MemberScope) => Promise<readonly CatalogueEntry[]>
  readonly page: (clientId: number, query: string, make: () => Promise<CachedJson>) => Promise<CachedJson>
}

/** Ids that do not exist take no place in the cache, so that guessing ids drives nothing out of it. */
class Absent extends Error {}

const orNull = (found: Promise<CourseStructure>): Promise<CourseStructure | null> =>
  found.catch((error: unknown) => {
    if (error instanceof Absent) return null
    throw error
  })
const nameOf = (clientId: number, courseId: number, language: Language | undefined) =>
  `${clientId}:${courseId}:${language ?? ''}`

const listName = (clientId: number, language: Language | undefined) => `${clientId}:${language ?? ''}`

const STRUCTURES_MAX = 500
const TENANTS_MAX = 200
const PAGES_MAX = 2000

/** All three forget a tenant's entries when its courses changed (ChangeFeed), and are passed by while the feed is down. */
export const createCoursesCaches = (feed: ChangeFeed, clock: Clock): CoursesCaches => {
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
  const load = async (
    db: TenantDb,
    { clientId, courseId }: { clientId: number; courseId: number },
    language: Language | undefined,
  ): Promise<CourseStructure> => {
    const row = await courseById(db, clientId, courseId, clock.now())
    if (!row) throw new Absent()
    const wanted = language ? { asked: language, main: mainLanguage(row) } : null
    const { title, language: fallback } = courseTexts(row, language)
    return {
      row,
      title,
      ...(fallback && { fallback }),
      ...(language && { language }),
      instructors: await instructorsOf(db, clientId, courseId),
      outline: await outlineOf(db, clientId, courseId, wanted),
    }
  }
  const loadAll = async (
    db: TenantDb,
    clientId: number,
    language: Language | undefined,
  ): Promise<readonly CatalogueEntry[]> => {
    const now = clock.now()
    const rows = await publishedCourses(db, clientId, now)
    return rows.map((row) =>
      // Found by its own words as well.
      toEntry(toSummary(row, [], now, language), row.items, row.created_at, row.title),
    )
  }
  const lists = ofTenant<readonly CatalogueEntry[]>(TENANTS_MAX)
  const pages = ofTenant<CachedJson>(PAGES_MAX)
  return {
    structure: (db, clientId, courseId, language) =>
      orNull(
        structures.get(nameOf(clientId, courseId, language), () =>
          load(db, { clientId, courseId }, language),
        ),
      ),
    structureFor: (scope, courseId) => {
      const language = languageFor(scope)
      const { clientId } = scope.tenant
      return orNull(
        structures.get(nameOf(clientId, courseId, language), () =>
          scope.tx((db) => load(db, { clientId, courseId }, language)),
        ),
      )
    },
    catalogue: (db, clientId, language) =>
      lists.get(listName(clientId, language), () => loadAll(db, clientId, language)),
    catalogueFor: (scope) => {
      const language = languageFor(scope)
      const { clientId } = scope.tenant
      return lists.get(listName(clientId, language), () => scope.tx((db) => loadAll(db, clientId, language)))
    },
    page: (clientId, query, make) => pages.get(`${clientId}:${query}`, make),
  }
}
