/** Courses as authors see them. A test states the values that matter to it. */
import type { BuilderCourse, DraftState } from '#contract/course-builder/course-builder.ts'
import type { CourseDocument, DraftItem, DraftSection } from '#contract/course-builder/draft.ts'

export const aCourse = (changes: Partial<BuilderCourse> = {}): BuilderCourse => ({
  id: 4,
  title: 'SQL from First Query to Joins',
  status: 'draft',
  cover_url: null,
  sections: 1,
  topics: 3,
  students: 0,
  instructors: ['Nandini Rao'],
  saved_at: '2026-11-20T10:00:00Z',
  saved_by: { id: 2, name: 'Nandini Rao' },
  published_at: null,
  ...changes,
})

export const aCourseList = (results: BuilderCourse[], count = results.length) => ({
  count,
  next: null,
  previous: null,
  results,
  counts: { draft: 1, published: 2, changed: 0, archived: 3 },
})

export const anItem = (changes: Partial<DraftItem> = {}): DraftItem => ({
  key: 'lesson',
  title: 'Lesson',
  titles: {},
  minutes: 2,
  content: { type: 'article', html: '<p>Words</p>' },
  ...changes,
})

export const aSection = (changes: Partial<DraftSection> = {}): DraftSection => ({
  key: 'section',
  title: 'Section',
  titles: {},
  opens_at: null,
  opens_after_days: null,
  requires: [],
  topics: [{ key: 'topic', title: 'Topic', titles: {}, free_preview: false, items: [anItem()] }],
  ...changes,
})

/** A course whose only topic has exactly these items. */
export const withItems = (...items: DraftItem[]): CourseDocument => {
  const section = aSection()
  section.topics[0]?.items.splice(0, 1, ...items)
  return aDocument({}, [section])
}

export const aDocument = (
  changes: Partial<CourseDocument['course']> = {},
  sections = [aSection()],
): CourseDocument => ({
  course: {
    language: 'en',
    texts: { en: { title: 'SQL', description: '', objectives: [], features: [], requirements: [] } },
    difficulty: 'beginner',
    tags: [],
    price: 'free',
    price_minor: null,
    currency: null,
    seats: null,
    cover_url: null,
    instructors: [{ user_id: 2, name: 'Nandini Rao', bio: '' }],
    ...changes,
  },
  sections,
})

export const aDraft = (changes: Partial<DraftState> = {}): DraftState => ({
  course_id: 4,
  revision: 3,
  saved_at: '2026-11-20T10:00:00Z',
  saved_by: { id: 2, name: 'Nandini Rao' },
  status: 'draft',
  published_at: null,
  document: aDocument(),
  live_ids: {},
  ...changes,
})
