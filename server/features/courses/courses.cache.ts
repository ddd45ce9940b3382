import { createFreshCache } from '#server/core/changes/fresh-cache.ts'
import type { ChangeFeed, Core } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { Clock } from '#server/core/clock.ts'
import { languageFor } from '#server/core/http/language.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import type { CachedJson } from '#server/core/http/pipeline.ts'
import type { Notifier } from '#server/core/notifier.ts'
import type { Language } from '#contract/languages.ts'
import { toEntry, type CatalogueEntry } from './catalogue/catalogue.ts'
import { courseTexts, mainLanguage, tagsInEveryLanguage, toSummary } from './courses.mapper.ts'
import { courseById, instructorsOf, outlineOf, publishedCourses } from './structure.repository.ts'
import type { CourseRow, InstructorRow } from './structure.repository.ts'
import type { Outline } from './progress.ts'

export interface CourseStructure {
  row: CourseRow
  title: string
  /** Language of the title, where it is not in the requested language. */
  fallback?: Language
  /** The requested language. */
  language?: Language
  instructors: InstructorRow[]
  outline: Outline
}

/** Dependencies of this feature's services. */
export interface CoursesContext {
  readonly audit: Core['audit']
  readonly outbox: Core['outbox']
  /** The product's public address; null when not configured. */
  readonly publicUrl: string | null
  readonly changes: ChangeFeed
  readonly notifier: Notifier
  readonly caches: CoursesCaches
}

/**
 * Caches of course data. Texts are in the given language, or in each course's own; each language has its own entries.
 * Only data that is the same for the whole tenant is cached, never personal data.
 */
export interface CoursesCaches {
  /** Null for an unknown course. */
  readonly structure: (
    db: TenantDb,
    clientId: number,
    courseId: number,
    language?: Language,
  ) => Promise<CourseStructure | null>
  /** structure() in the caller's language; opens a transaction only when the course is not cached. */
  readonly structureFor: (scope: MemberScope, courseId: number) => Promise<CourseStructure | null>
  /** Published courses in the tenant's order, ready to be filtered. */
  readonly catalogue: (
    db: TenantDb,
    clientId: number,
    language?: Language,
  ) => Promise<readonly CatalogueEntry[]>
  readonly catalogueFor: (scope: MemberScope) => Promise<readonly CatalogueEntry[]>
  readonly page: (clientId: number, query: string, make: () => Promise<CachedJson>) => Promise<CachedJson>
}

/** Thrown instead of cached for unknown ids, so that guessing ids evicts nothing. */
class CourseMissing extends Error {}

const nullWhenMissing = (found: Promise<CourseStructure>): Promise<CourseStructure | null> =>
  found.catch((error: unknown) => {
    if (error instanceof CourseMissing) return null
    throw error
  })
const structureKey = (clientId: number, courseId: number, language: Language | undefined) =>
  `${clientId}:${courseId}:${language ?? ''}`

const listKey = (clientId: number, language: Language | undefined) => `${clientId}:${language ?? ''}`

const STRUCTURES_MAX = 500
const TENANTS_MAX = 200
const PAGES_MAX = 2000

/** All three drop a tenant's entries when its courses change, and are bypassed while the change feed is down. */
export const createCoursesCaches = (feed: ChangeFeed, clock: Clock): CoursesCaches => {
  const createTenantCache = <V>(maxEntries: number) =>
    createFreshCache<string, V>({
      feed,
      maxEntries,
      // A changed person matters too: an instructor's name and picture are cached here.
      affects: (change) =>
        change.kind === 'courses' || change.kind === 'user'
          ? (key) => key.startsWith(`${change.clientId}:`)
          : false,
    })
  const structures = createTenantCache<CourseStructure>(STRUCTURES_MAX)
  const load = async (
    db: TenantDb,
    { clientId, courseId }: { clientId: number; courseId: number },
    language: Language | undefined,
  ): Promise<CourseStructure> => {
    const row = await courseById(db, clientId, courseId, clock.now())
    if (!row) throw new CourseMissing()
    const languageChoice = language ? { asked: language, main: mainLanguage(row) } : null
    const { title, language: fallback } = courseTexts(row, language)
    return {
      row,
      title,
      ...(fallback && { fallback }),
      ...(language && { language }),
      instructors: await instructorsOf(db, clientId, courseId),
      outline: await outlineOf(db, clientId, courseId, languageChoice),
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
      // Also found by its original title.
      toEntry(toSummary(row, [], now, language), row.items, row.created_at, {
        originalTitle: row.title,
        tags: tagsInEveryLanguage(row),
      }),
    )
  }
  const lists = createTenantCache<readonly CatalogueEntry[]>(TENANTS_MAX)
  const pages = createTenantCache<CachedJson>(PAGES_MAX)
  return {
    structure: (db, clientId, courseId, language) =>
      nullWhenMissing(
        structures.get(structureKey(clientId, courseId, language), () =>
          load(db, { clientId, courseId }, language),
        ),
      ),
    structureFor: (scope, courseId) => {
      const language = languageFor(scope)
      const { clientId } = scope.tenant
      return nullWhenMissing(
        structures.get(structureKey(clientId, courseId, language), () =>
          scope.tx((db) => load(db, { clientId, courseId }, language)),
        ),
      )
    },
    catalogue: (db, clientId, language) =>
      lists.get(listKey(clientId, language), () => loadAll(db, clientId, language)),
    catalogueFor: (scope) => {
      const language = languageFor(scope)
      const { clientId } = scope.tenant
      return lists.get(listKey(clientId, language), () => scope.tx((db) => loadAll(db, clientId, language)))
    },
    page: (clientId, query, make) => pages.get(`${clientId}:${query}`, make),
  }
}
