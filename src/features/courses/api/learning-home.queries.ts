import { queryOptions } from '@tanstack/react-query'
import { getLearningHome } from '#contract/courses/learning-home.ts'
import { authedCall } from '#src/core/api/authed-call.ts'

export const learningHomeKeys = { all: ['learning-home'] as const }

/** Overall progress, continue learning and the state of each enrolled course, in one call. */
export const readLearningHome = (signal?: AbortSignal) =>
  authedCall(getLearningHome, signal ? { signal } : {})

export const learningHomeQuery = () =>
  queryOptions({
    queryKey: learningHomeKeys.all,
    queryFn: ({ signal }) => readLearningHome(signal),
  })
