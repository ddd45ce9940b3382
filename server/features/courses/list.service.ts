import { createHash } from 'node:crypto'
import { listCourses, type CourseSummary } from '#contract/courses.ts'
import { pathFor, type QueryOf } from '#contract/endpoint.ts'
import { CachedJson } from '#server/core/http/mount.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import type { CoursesContext } from './courses.cache.ts'
import { toSummary } from './courses.mapper.ts'

const COMMON_PAGES = 20

type ListQuery = QueryOf<typeof listCourses>

/** The published courses that match; the same bytes for every member of the tenant. */
export const coursePage = (
  { caches }: CoursesContext,
  scope: MemberScope,
  query: ListQuery,
): Promise<CachedJson> => {
  const { clientId } = scope.tenant
  const make = () =>
    scope.tx(async (db) => {
      const rows = await caches.published(db, clientId)
      return asBytes(
        pageOfCourses(
          clientId,
          rows.map((row) => toSummary(row, [])),
          query,
        ),
      )
    })
  // What people type and far pages have no end: kept, they would only drive out what everybody asks for.
  const common = query.search === undefined && query.page <= COMMON_PAGES
  return common ? caches.page(clientId, keyOf(query), make) : make()
}

const keyOf = (query: ListQuery) =>
  `${query.page}/${query.page_size}/${query.difficulty ?? ''}/${query.price ?? ''}`

const asBytes = (body: unknown): CachedJson => {
  const bytes = Buffer.from(JSON.stringify(listCourses.response.parse(body)))
  return new CachedJson(bytes, `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`)
}

const folded = (text: string) => text.normalize('NFKC').toLocaleLowerCase('en')

/** Every word of the search must stand in title, description, tags or the instructor's name. */
const matches = (course: CourseSummary, words: readonly string[]): boolean => {
  if (words.length === 0) return true
  const text = folded([course.title, course.description, course.instructor, ...course.tags].join(' '))
  return words.every((word) => text.includes(word))
}

/** Filters and cuts one page out of all summaries. */
export const pageOfCourses = (clientId: number, all: readonly CourseSummary[], query: ListQuery) => {
  const words = folded(query.search ?? '')
    .split(/\s+/)
    .filter(Boolean)
  const found = all.filter(
    (course) =>
      (query.difficulty === undefined || course.difficulty === query.difficulty) &&
      (query.price === undefined || course.price === query.price) &&
      matches(course, words),
  )
  const first = (query.page - 1) * query.page_size
  const linkTo = (page: number) => `${pathFor(listCourses, { clientId })}?${queryString(query, page)}`
  return {
    count: found.length,
    next: first + query.page_size < found.length ? linkTo(query.page + 1) : null,
    previous: query.page > 1 ? linkTo(query.page - 1) : null,
    results: found.slice(first, first + query.page_size),
  }
}

const queryString = (query: ListQuery, page: number): string => {
  const entries = Object.entries({ ...query, page }).filter(([, value]) => value !== undefined)
  return new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString()
}
