import type { QueryClient } from '@tanstack/react-query'
import { accessKey, catalogueKeys, reviewsKey } from './keys.ts'
import { learningHomeKeys } from './learning-home.queries.ts'

/** What follows from joining or leaving a course: one's home, counts, advice, one's seat and whether one may review. */
export const afterEnrolment = (client: QueryClient, courseId: number): void => {
  for (const queryKey of [
    learningHomeKeys.all,
    catalogueKeys.facets,
    catalogueKeys.recommended,
    catalogueKeys.related(courseId),
    accessKey(courseId),
    reviewsKey(courseId),
  ])
    void client.invalidateQueries({ queryKey })
}
