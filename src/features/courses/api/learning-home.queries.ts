import { queryOptions } from '@tanstack/react-query'
import { getLearningHome } from '#contract/courses/learning-home.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import { learningHomeKeys } from './keys.ts'

/** Fetches overall progress, continue learning and the status of each enrolled course in one request. */
export const readLearningHome = (signal?: AbortSignal) =>
  authedCall(getLearningHome, signal ? { signal } : {})

export const learningHomeQuery = () =>
  queryOptions({
    queryKey: learningHomeKeys.all,
    queryFn: ({ signal }) => readLearningHome(signal),
  })
