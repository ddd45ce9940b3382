import type { QueryClient } from '@tanstack/react-query'
import { accessKey, catalogueKeys, reviewsKey } from './keys.ts'
import { learningHomeKeys } from './learning-home.queries.ts'

/** Invalidates every query whose answer changes when a person joins or leaves a course. */
export const invalidateEnrolmentQueries = (client: QueryClient, courseId: number): void => {
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
