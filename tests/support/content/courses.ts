import type { NewCourse } from '#server/features/courses/index.ts'

/** A published, free course without a word more than it needs; what matters to a test stands in the test. */
export const aNewCourse = (given: Pick<NewCourse, 'title' | 'sections'> & Partial<NewCourse>): NewCourse => ({
  description: null,
  objectives: null,
  features: null,
  requirements: null,
  tags: null,
  difficulty: 'beginner',
  price: 'free',
  status: 'published',
  cover: null,
  position: 0,
  instructors: [],
  ...given,
})
