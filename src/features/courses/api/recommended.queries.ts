import { queryOptions } from '@tanstack/react-query'
import { getRecommended } from '#contract/courses/catalogue.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import { catalogueKeys } from './keys.ts'

export const recommendedQuery = () =>
  queryOptions({
    queryKey: catalogueKeys.recommended,
    queryFn: async ({ signal }) => (await authedCall(getRecommended, { signal })).results,
    // Recommendations follow from progress, so cached ones are shown and always refetched.
    staleTime: 0,
  })
