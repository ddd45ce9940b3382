import { COURSES_SLUG, FORUM_SLUG } from '#contract/client-info/feature-slugs.ts'
import {
  GROUP_RESULTS,
  GROUP_RESULTS_MAX,
  SEARCH_ALL_MIN_CHARS,
  type CourseHit,
  type LessonHit,
  type PersonHit,
  type searchAll,
  type SearchGroup,
  type ThreadHit,
} from '#contract/search/search.ts'
import type { QueryOf, ResponseInputOf } from '#contract/endpoint.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import { wordsOf } from '#server/core/text/search-text.ts'
import { authorQuery, peopleQuery, type Features, type PersonRow } from './search.repository.ts'

interface Found<T> {
  readonly count: number
  readonly results: T[]
}
interface Wanted {
  /** Folded words. */
  readonly words: readonly string[]
  readonly limit: number
}
/** What the search needs of other features; `app.ts` provides it. */
export interface SearchSources {
  readonly courses: (scope: MemberScope, wanted: Wanted) => Promise<Found<CourseHit>>
  readonly lessons: (scope: MemberScope, wanted: Wanted) => Promise<Found<LessonHit>>
  readonly threads: (
    scope: MemberScope,
    wanted: Wanted & { authorId: number | null },
  ) => Promise<Found<ThreadHit>>
}
type Answer = ResponseInputOf<typeof searchAll>

/** Further search terms are ignored. */
const TERMS_MAX = 8

/** Everything that the person may open and that matches all words; the groups are read together. */
export const search = async (
  sources: SearchSources,
  scope: MemberScope,
  query: QueryOf<typeof searchAll>,
): Promise<Answer> => {
  const text = (query.q ?? '').trim()
  const words = text.length < SEARCH_ALL_MIN_CHARS ? [] : wordsOf(text).slice(0, TERMS_MAX)
  const { clientId } = scope.tenant
  if (query.author !== undefined) return threadsBy(sources, scope, { userName: query.author, words })
  const wanted = { words, limit: query.group ? GROUP_RESULTS_MAX : GROUP_RESULTS }
  const find = async <T>(group: SearchGroup, read: () => Promise<Found<T>>): Promise<Found<T> | null> => {
    if (query.group !== undefined && query.group !== group) return null
    return words.length === 0 ? { count: 0, results: [] } : read()
  }
  const features = featuresOf(scope)
  const [courses, lessons, threads, people] = await Promise.all([
    find('courses', () => sources.courses(scope, wanted)),
    find('lessons', () => sources.lessons(scope, wanted)),
    find('threads', () => sources.threads(scope, { ...wanted, authorId: null })),
    find('people', async () => {
      const [rows] = (await scope.read(peopleQuery({ clientId, ...wanted }))) as [PersonRow[]]
      return { count: rows[0]?.matches ?? 0, results: rows }
    }),
  ])
  return {
    courses: features.hasCourses ? courses : null,
    lessons: features.hasCourses ? lessons : null,
    threads: features.hasForum ? threads : null,
    people: people && peopleOf(features, people),
    author: null,
  }
}

const featuresOf = ({ tenant }: MemberScope): Features => ({
  hasCourses: tenant.features.has(COURSES_SLUG),
  hasForum: tenant.features.has(FORUM_SLUG),
})

/** People are found where they have something to show: discussions, or the page of an instructor. */
const peopleOf = (features: Features, { count, results }: Found<PersonRow>): Found<PersonHit> | null => {
  if (!features.hasForum && !features.hasCourses) return null
  if (!features.hasCourses)
    return { count, results: results.map((person) => ({ ...person, instructor_id: null })) }
  if (features.hasForum) return { count, results }
  return {
    count: results[0]?.teachers ?? 0,
    results: results.filter(({ instructor_id: id }) => id !== null),
  }
}

/** The discussions that one person started. */
const threadsBy = async (
  sources: SearchSources,
  scope: MemberScope,
  { userName, words }: { userName: string; words: readonly string[] },
): Promise<Answer> => {
  const none = { courses: null, lessons: null, people: null }
  const [[author]] = (await scope.read(authorQuery(scope.tenant.clientId, userName))) as [PersonRow[]]
  if (!featuresOf(scope).hasForum || !author) return { ...none, threads: null, author: null }
  const threads = await sources.threads(scope, { words, authorId: author.id, limit: GROUP_RESULTS_MAX })
  return { ...none, threads, author }
}
