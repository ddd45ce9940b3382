/** Query keys of courses. */
export const learningHomeKeys = { all: ['learning-home'] as const }
export const catalogueKeys = {
  facets: ['courses', 'facets'] as const,
  recommended: ['courses', 'recommended'] as const,
  related: (courseId: number) => ['courses', 'related', courseId] as const,
  instructor: (id: number) => ['courses', 'instructor', id] as const,
}
export const accessKeys = ['courses', 'access'] as const
export const accessKey = (courseId: number) => [...accessKeys, courseId] as const
export const coursePaymentKey = (courseId: number) => ['courses', 'payment', courseId] as const
export const paymentKey = ['courses', 'payment-instructions'] as const
export const reviewsKey = (courseId: number) => ['courses', 'reviews', courseId] as const
export const rosterKey = (courseId: number) => ['courses', 'roster', courseId] as const
