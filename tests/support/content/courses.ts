import type { NewCourse } from '#server/features/courses/index.ts'

/** A published, free course with minimal content; a test sets the values it depends on. */
export const aNewCourse = (
  values: Pick<NewCourse, 'title' | 'sections'> & Partial<NewCourse>,
): NewCourse => ({
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
  ...values,
})
