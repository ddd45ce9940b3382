import { createHash } from 'node:crypto'
import { type getCourseFacets, listCourses } from '#contract/courses/catalogue.ts'

import { pathFor, type QueryOf } from '#contract/endpoint.ts'
import { CachedJson, writtenJson } from '#server/core/http/pipeline.ts'
import { languageFor } from '#server/core/http/language.ts'
import { pageLinks } from '#server/core/http/page-links.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import { facetsOf, filtered, sorted, type CatalogueEntry, type OwnStates } from './catalogue.ts'
import type { CoursesContext } from '../courses.cache.ts'
import { learnerOf } from '../learning.ts'
import { ownStatesFor } from './own-courses.ts'

const COMMON_PAGES = 20

type ListQuery = QueryOf<typeof listCourses>

/** The published courses that match; the same bytes for every member of the tenant unless asked for one's own. */
export const coursePage = (
  context: CoursesContext,
  scope: MemberScope,
  query: ListQuery,
): Promise<CachedJson> => {
  const { clientId, languages } = scope.tenant
  const language = languageFor(scope)
  const make = async () => {
    const entries = await context.caches.catalogueFor(scope)
    const own: OwnStates = query.progress ? await ownStatesFor(scope, learnerOf(scope), entries) : new Map()
    const found = sorted(filtered(entries, query, own), query.sort ?? 'recommended', languages)
    return asBytes(pageOfCourses(clientId, found, query))
  }
  // What people type, their own courses and far pages have no end: kept, they would only drive out what everybody asks for.
  const common = !query.search && !query.progress && !query.tag?.length && query.page <= COMMON_PAGES
  return common ? context.caches.page(clientId, `${language}/${keyOf(query)}`, make) : make()
}

/** For each filter: what every option would leave. */
export const courseFacets = async (
  { caches }: CoursesContext,
  scope: MemberScope,
  query: QueryOf<typeof getCourseFacets>,
): Promise<CachedJson> => {
  const entries = await caches.catalogueFor(scope)
  const own = await ownStatesFor(scope, learnerOf(scope), entries)
  return writtenJson<typeof getCourseFacets>(facetsOf(entries, query, own))
}

const keyOf = (query: ListQuery) =>
  [
    query.page,
    query.page_size,
    query.difficulty?.toSorted().join('+'),
    query.price,
    query.rating,
    query.type?.toSorted().join('+'),
    query.sort,
  ].join('/')

const asBytes = (body: unknown): CachedJson => {
  const bytes = Buffer.from(JSON.stringify(listCourses.response.parse(body)))
  return new CachedJson(bytes, `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`)
}

/** Cuts one page out of what was found. */
const pageOfCourses = (clientId: number, found: readonly CatalogueEntry[], query: ListQuery) => {
  const first = (query.page - 1) * query.page_size
  return {
    ...pageLinks(pathFor(listCourses, { clientId }), query, found.length),
    results: found.slice(first, first + query.page_size).map(({ summary }) => summary),
  }
}
