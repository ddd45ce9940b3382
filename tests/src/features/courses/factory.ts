/** Course data for component tests. */
import type { CourseDetail, OutlineItem } from '#contract/courses/outline.ts'
import type { CourseProgress, CourseSummary } from '#contract/courses/shapes.ts'
import type { LearningHome } from '#contract/courses/learning-home.ts'
import { getCourseAccess, type CourseAccess, type Purchase } from '#contract/courses/enrolment.ts'
import { getRelated, type CourseFacets } from '#contract/courses/catalogue.ts'
import { listReviews, type CourseReview, type ReviewPage } from '#contract/courses/reviews.ts'
import { getCoursePayment } from '#contract/money/course-payments.ts'
import { fakeCall } from '#tests/support/web/msw.ts'

export const aCourse = (overrides: Partial<CourseSummary> = {}): CourseSummary => ({
  id: 1,
  title: 'SQL from First Query',
  description: 'Tables, rows and questions.',
  difficulty: 'beginner',
  duration_minutes: 95,
  instructor: 'Nandini Rao',
  rating: 4,
  ratings: 3,
  students: 12,
  lessons: 8,
  price: 'free',
  content_types: ['article', 'quiz'],
  tags: ['sql'],
  cover_url: null,
  seats_left: null,
  opens_at: null,
  enrolled_students: [],
  ...overrides,
})

export const aCourseProgress = (overrides: Partial<CourseProgress> = {}): CourseProgress => ({
  course_id: 1,
  state: 'in_progress',
  completed_items: 1,
  total_items: 4,
  percent: 25,
  enrolled_at: '2026-11-01T08:00:00Z',
  last_activity_at: '2026-11-02T08:00:00Z',
  ...overrides,
})

export const anItem = (overrides: Partial<OutlineItem> = {}): OutlineItem => ({
  id: 21,
  type: 'article',
  title: 'Rows and columns',
  minutes: 3,
  state: 'not_started',
  ...overrides,
})

export const aDetail = (overrides: Partial<CourseDetail> = {}): CourseDetail => ({
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
  progress: aCourseProgress(),
  ...overrides,
})

/** The course as a visitor sees it: everything but the preview is locked. */
export const aLockedDetail = (overrides: Partial<CourseDetail> = {}): CourseDetail => {
  const course = aDetail({ progress: null, ...overrides })
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

export const aHome = (overrides: Partial<LearningHome> = {}): LearningHome => ({
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
  start: null,
  courses: [{ ...aCourseProgress(), title: 'SQL from First Query', cover_url: null }],
  next_class: null,
  ...overrides,
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

export const aFacets = (overrides: Partial<CourseFacets> = {}): CourseFacets => ({
  count: 1,
  difficulty: [{ value: 'beginner', count: 1 }],
  price: [
    { value: 'free', count: 1 },
    { value: 'premium', count: 2 },
  ],
  rating: [],
  type: [],
  tag: [{ value: 'sql', count: 1 }],
  progress: [],
  ...overrides,
})

export const aReview = (overrides: Partial<CourseReview> = {}): CourseReview => ({
  id: 1,
  stars: 4,
  text: 'Clear and short.',
  author: { name: 'Kabir Bhatia', picture: null },
  created_at: '2026-11-10T08:00:00Z',
  edited: false,
  own: false,
  hidden: null,
  ...overrides,
})

export const aReviewPage = (overrides: Partial<ReviewPage> = {}): ReviewPage => ({
  count: 0,
  next: null,
  previous: null,
  results: [],
  average: 0,
  distribution: [0, 0, 0, 0, 0],
  own: null,
  barred: 'not_enrolled',
  may_hide: false,
  ...overrides,
})

export const anAccess = (overrides: Partial<CourseAccess> = {}): CourseAccess => ({
  now: '2026-11-21T10:00:00.000Z',
  seats: null,
  seat: null,
  opens_at: null,
  notify: false,
  access_until: null,
  price: null,
  purchase: null,
  payment_instructions: null,
  may_manage: false,
  ...overrides,
})

export const aPurchase = (overrides: Partial<Purchase> = {}): Purchase => ({
  id: 5,
  purchased_at: '2026-11-20T10:00:00.000Z',
  source: 'manual',
  amount_minor: 250_000,
  currency: 'INR',
  reference: 'R-1',
  guarantee_until: '2026-12-20',
  refundable: true,
  refund: null,
  ...overrides,
})

/** Stubs the requests of the course page that a test does not care about: no reviews, no related courses, no seats. */
export const stubCourseSurroundings = () => {
  fakeCall(listReviews, aReviewPage())
  fakeCall(getRelated, { results: [] })
  fakeCall(getCourseAccess, anAccess())
  fakeCall(getCoursePayment, { payment: null })
}
