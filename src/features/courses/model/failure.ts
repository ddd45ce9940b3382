import { isApiError } from '#src/core/http/api-error.ts'

/** Why course data could not be loaded, as far as the screens distinguish it (spec 8). */
export type Failure = 'offline' | 'notFound' | 'badFormat' | 'unavailable'

export const failureOf = (error: unknown): Failure => {
  if (!isApiError(error)) return 'unavailable'
  if (error.code === 'network') return 'offline'
  if (error.code === 'bad_answer') return 'badFormat'
  return error.status === 404 ? 'notFound' : 'unavailable'
}
