import { createHash } from 'node:crypto'
import { type getCourseFacets, listCourses } from '#contract/courses/catalogue.ts'

import { pathFor, type QueryOf } from '#contract/endpoint.ts'
import { CachedJson, writtenJson } from '#server/core/http/pipeline.ts'
import { languageFor } from '#server/core/http/language.ts'
import { pageLinks } from '#server/core/http/page-links.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import {
  facetsOf,
  filterCourses,
  sortCourses,
  type CatalogueEntry,
  type ProgressStates,
} from './catalogue.ts'
import type { CoursesContext } from '../courses.cache.ts'
import { learnerOf } from '../learning.ts'
import { progressStatesFor } from './enrolled-courses.ts'

const CACHED_PAGES = 20

type ListQuery = QueryOf<typeof listCourses>

/**
 * Published courses that match. The response is the same for every member of the tenant, unless it filters by
 * progress.
 */
export const coursePage = (
  context: CoursesContext,
  scope: MemberScope,
  query: ListQuery,
): Promise<CachedJson> => {
  const { clientId, languages } = scope.tenant
  const language = languageFor(scope)
  const build = async () => {
    const entries = await context.caches.catalogueFor(scope)
    const states: ProgressStates = query.progress
      ? await progressStatesFor(scope, learnerOf(scope), entries)
      : new Map()
    const found = sortCourses(filterCourses(entries, query, states), query.sort ?? 'recommended', languages)
    return toCachedJson(pageOfCourses(clientId, found, query))
  }
  // Searches, tags, progress filters and far pages are unbounded: caching them would only evict common pages.
  const isCacheable = !query.search && !query.progress && !query.tag?.length && query.page <= CACHED_PAGES
  return isCacheable ? context.caches.page(clientId, `${language}/${keyOf(query)}`, build) : build()
}

/** Counts what each filter option would leave. */
export const courseFacets = async (
  { caches }: CoursesContext,
  scope: MemberScope,
  query: QueryOf<typeof getCourseFacets>,
): Promise<CachedJson> => {
  const entries = await caches.catalogueFor(scope)
  const states = await progressStatesFor(scope, learnerOf(scope), entries)
  return writtenJson<typeof getCourseFacets>(facetsOf(entries, query, states))
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

const toCachedJson = (body: unknown): CachedJson => {
  const bytes = Buffer.from(JSON.stringify(listCourses.response.parse(body)))
  return new CachedJson(bytes, `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`)
}

const pageOfCourses = (clientId: number, found: readonly CatalogueEntry[], query: ListQuery) => {
  const first = (query.page - 1) * query.page_size
  return {
    ...pageLinks(pathFor(listCourses, { clientId }), query, found.length),
    results: found.slice(first, first + query.page_size).map(({ summary }) => summary),
  }
}
