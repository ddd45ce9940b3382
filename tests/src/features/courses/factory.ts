/** Courses for component tests. */
import type {
  CourseDetail,
  CourseProgress,
  CourseSummary,
  LearningHome,
  OutlineItem,
} from '#contract/courses.ts'

export const aCourse = (given: Partial<CourseSummary> = {}): CourseSummary => ({
  id: 1,
  title: 'SQL from First Query',
  description: 'Tables, rows and questions.',
  difficulty: 'beginner',
  duration_minutes: 95,
  instructor: 'Nandini Rao',
  rating: 4,
  students: 12,
  lessons: 8,
  price: 'free',
  content_types: ['article', 'quiz'],
  tags: ['sql'],
  cover_url: null,
  enrolled_students: [],
  ...given,
})

export const aStanding = (given: Partial<CourseProgress> = {}): CourseProgress => ({
  course_id: 1,
  state: 'in_progress',
  completed_items: 1,
  total_items: 4,
  percent: 25,
  enrolled_at: '2026-11-01T08:00:00Z',
  last_activity_at: '2026-11-02T08:00:00Z',
  ...given,
})

export const anItem = (given: Partial<OutlineItem> = {}): OutlineItem => ({
  id: 21,
  type: 'article',
  title: 'Rows and columns',
  minutes: 3,
  state: 'not_started',
  ...given,
})

export const aDetail = (given: Partial<CourseDetail> = {}): CourseDetail => ({
  ...aCourse(),
  objectives: ['Ask a table a question'],
  features: ['Short lessons'],
  requirements: ['No programming needed'],
  instructors: [{ id: 4, name: 'Nandini Rao', picture: null, bio: 'Teaches data.' }],
  sections: [
    {
      id: 1,
      title: 'Asking a table',
      topics: [
        {
          id: 11,
          title: 'What a table is',
          state: 'completed',
          free_preview: true,
          items: [anItem({ id: 21, state: 'completed' })],
        },
        {
          id: 12,
          title: 'SELECT and FROM',
          state: 'not_started',
          free_preview: false,
          items: [
            anItem({ id: 22, title: 'Your first query' }),
            anItem({ id: 23, type: 'quiz', title: 'Check' }),
          ],
        },
      ],
    },
  ],
  progress: aStanding(),
  ...given,
})

/** As a visitor of the course sees it: everything but the preview is locked. */
export const aLockedDetail = (given: Partial<CourseDetail> = {}): CourseDetail => {
  const course = aDetail({ progress: null, ...given })
  return {
    ...course,
    sections: course.sections.map((section) => ({
      ...section,
      topics: section.topics.map((topic) => ({
        ...topic,
        state: topic.free_preview ? 'not_started' : 'locked',
        items: topic.items.map((item) => ({ ...item, state: topic.free_preview ? 'not_started' : 'locked' })),
      })),
    })),
  }
}

export const aHome = (given: Partial<LearningHome> = {}): LearningHome => ({
  overall: { enrolled_courses: 1, completed_courses: 0, completed_items: 1, total_items: 4, percent: 25 },
  continue_learning: [
    {
      course_id: 1,
      course_title: 'SQL from First Query',
      cover_url: null,
      percent: 25,
      topic_id: 12,
      topic_title: 'SELECT and FROM',
      item_id: 23,
      item_title: 'Check',
      item_type: 'quiz',
    },
  ],
  courses: [{ ...aStanding(), title: 'SQL from First Query', cover_url: null }],
  ...given,
})

export const noHome = (): LearningHome =>
  aHome({
    overall: { enrolled_courses: 0, completed_courses: 0, completed_items: 0, total_items: 0, percent: 0 },
    continue_learning: [],
    courses: [],
  })

export const aList = (results: CourseSummary[], count = results.length) => ({
  count,
  next: null,
  previous: null,
  results,
})
