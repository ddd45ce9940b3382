/** The answer of the search as what the list shows: sections with rows, each row a place to go. Pure. */
import {
  GROUP_COUNT_MAX,
  searchGroups,
  type CourseHit,
  type LessonHit,
  type PersonHit,
  type SearchGroup,
  type ThreadHit,
} from '#contract/search/search.ts'
import type { searchAll } from '#contract/search/search.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { folded, WORD } from '#contract/text/folded.ts'
import { paths } from '#src/core/paths.ts'

export type Answer = ResponseOf<typeof searchAll>

export type Row = { key: string; to: string } & (
  | { kind: 'courses'; hit: Pick<CourseHit, 'title' | 'language'> & Partial<CourseHit> }
  | { kind: 'lessons'; hit: LessonHit }
  | { kind: 'threads'; hit: ThreadHit }
  | { kind: 'people'; hit: PersonHit }
  | { kind: 'recent'; text: string }
  | { kind: 'all'; count: number }
)
export interface Section {
  key: SearchGroup | 'recent' | 'saved'
  /** Null where counting says nothing. */
  count: number | null
  rows: readonly Row[]
}

/** More matches than this are counted no further. */
export const isCountedOut = (count: number): boolean => count >= GROUP_COUNT_MAX

const personPath = ({ instructor_id: teacher, user_name: name }: PersonHit) =>
  teacher === null ? paths.searchBy(name) : paths.instructor(teacher)

const rowsOf = (answer: Answer): Record<SearchGroup, Row[]> => ({
  courses: (answer.courses?.results ?? []).map((hit) => ({
    kind: 'courses',
    key: `course-${hit.id}`,
    to: paths.course(hit.id),
    hit,
  })),
  lessons: (answer.lessons?.results ?? []).map((hit) => ({
    kind: 'lessons',
    key: `lesson-${hit.topic_id}`,
    to: paths.topic(hit.course_id, hit.topic_id),
    hit,
  })),
  threads: (answer.threads?.results ?? []).map((hit) => ({
    kind: 'threads',
    key: `thread-${hit.id}`,
    to: paths.thread(hit.id),
    hit,
  })),
  people: (answer.people?.results ?? []).map((hit) => ({
    kind: 'people',
    key: `person-${hit.user_name}`,
    to: personPath(hit),
    hit,
  })),
})

/** Where all results of a group are: its own list with filters where there is one. */
const allPath = (group: SearchGroup, text: string): string => {
  const query = new URLSearchParams({ search: text }).toString()
  if (group === 'courses') return `${paths.courses}?${query}`
  if (group === 'threads') return `${paths.community}?${query}`
  return paths.search(text, group)
}

/** Groups with results, in a fixed order; `group`: the one that the page shows alone. */
export const sectionsOf = (answer: Answer, text: string, group: SearchGroup | null): Section[] => {
  const rows = rowsOf(answer)
  return searchGroups.flatMap((key) => {
    const count = answer[key]?.count ?? 0
    if (rows[key].length === 0) return []
    const hasMore = group === null && answer.author === null && count > rows[key].length
    const all: Row[] = hasMore
      ? [{ kind: 'all', key: `all-${key}`, to: allPath(key, text.trim()), count }]
      : []
    return [{ key, count, rows: [...rows[key], ...all] }]
  })
}

export const recentSection = (texts: readonly string[]): Section[] =>
  texts.length === 0
    ? []
    : [
        {
          key: 'recent',
          count: null,
          rows: texts.map((text) => ({
            kind: 'recent',
            key: `recent-${text}`,
            to: paths.search(text),
            text,
          })),
        },
      ]

/** Saved courses whose title has all words. */
export const savedSection = (
  courses: readonly { courseId: number; title: string }[],
  text: string,
): Section[] => {
  const words = foldedWords(text)
  const found = courses.filter(({ title }) => words.every((word) => folded(title).includes(word)))
  const rows = found.map(({ courseId, title }): Row => ({
    kind: 'courses',
    key: `course-${courseId}`,
    to: paths.course(courseId),
    hit: { title },
  }))
  return rows.length === 0 ? [] : [{ key: 'saved', count: rows.length, rows }]
}

const foldedWords = (text: string): string[] => Array.from(folded(text).matchAll(WORD), ([word]) => word)

/** The title in parts; `hit`: a word that contains a searched one, in any spelling. */
export const marked = (title: string, text: string): { part: string; hit: boolean }[] => {
  const wanted = foldedWords(text)
  const parts: { part: string; hit: boolean }[] = []
  let end = 0
  for (const match of title.matchAll(WORD)) {
    const [word] = match
    if (!wanted.some((each) => folded(word).includes(each))) continue
    if (match.index > end) parts.push({ part: title.slice(end, match.index), hit: false })
    end = match.index + word.length
    parts.push({ part: word, hit: true })
  }
  return end < title.length ? [...parts, { part: title.slice(end), hit: false }] : parts
}
