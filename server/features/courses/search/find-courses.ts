import { GROUP_COUNT_MAX, type CourseHit } from '#contract/search/search.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import { folded } from '#server/core/text/search-text.ts'
import type { CatalogueEntry } from '../catalogue/catalogue.ts'
import type { CoursesCaches } from '../courses.cache.ts'

interface SearchableCourse {
  readonly entry: CatalogueEntry
  readonly title: string
  readonly text: string
}

/** Folded once for each state of the catalogue. */
const searchableCache = new WeakMap<readonly CatalogueEntry[], readonly SearchableCourse[]>()
const searchableOf = (entries: readonly CatalogueEntry[]): readonly SearchableCourse[] => {
  const cached = searchableCache.get(entries)
  if (cached) return cached
  const courses = entries.map((entry) => ({
    entry,
    title: folded(entry.summary.title),
    text: folded(entry.text),
  }))
  searchableCache.set(entries, courses)
  return courses
}

const toHit = ({ summary }: CatalogueEntry): CourseHit => ({
  id: summary.id,
  title: summary.title,
  ...(summary.language && { language: summary.language }),
  instructor: summary.instructor,
  lessons: summary.lessons,
})

/** Published courses with all words; those with the words in their title come first. */
export const findCourses =
  (caches: Pick<CoursesCaches, 'catalogueFor'>) =>
  async (
    scope: MemberScope,
    { words, limit }: { words: readonly string[]; limit: number },
  ): Promise<{ count: number; results: CourseHit[] }> => {
    const hasAll = (text: string) => words.every((word) => text.includes(word))
    const found = searchableOf(await caches.catalogueFor(scope)).filter(({ text }) => hasAll(text))
    const byTitle = Object.groupBy(found, ({ title }) => (hasAll(title) ? 'title' : 'text'))
    return {
      count: Math.min(found.length, GROUP_COUNT_MAX),
      results: [...(byTitle.title ?? []), ...(byTitle.text ?? [])]
        .slice(0, limit)
        .map(({ entry }) => toHit(entry)),
    }
  }
