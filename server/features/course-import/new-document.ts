/** A course that a package becomes: what nobody said is left to its author. */
import type { Language } from '#contract/common.ts'
import { TITLE_MAX, type CourseDocument } from '#contract/course-draft.ts'

export const documentOf = (
  title: string,
  language: Language,
  sections: CourseDocument['sections'],
): CourseDocument => ({
  course: {
    language,
    texts: { [language]: { title, description: '', objectives: [], features: [], requirements: [] } },
    difficulty: 'beginner',
    tags: [],
    price: 'free',
    price_minor: null,
    currency: null,
    seats: null,
    cover_url: null,
    instructors: [],
  },
  sections,
})

export const plainText = (text: string): string =>
  text
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, TITLE_MAX)

/** Lists that are longer than a course may hold go on in another one. */
export const chunks = <T>(list: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, at) => list.slice(at * size, (at + 1) * size))
