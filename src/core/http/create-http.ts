/** The transport: one place that knows axios. It knows nothing of sessions (architecture 7). */
import axios, { type AxiosError, type AxiosInstance } from 'axios'
import { apiErrorFrom, badAnswerError, networkError, type ApiError } from './api-error.ts'

/** A client of the transport; who calls needs no more than this name. */
export type Http = AxiosInstance

const TIMEOUT_MS = 30_000

/** An instance whose failures are {@link ApiError}s once {@link toApiError} has seen them. */
export const createHttp = (baseURL: string): AxiosInstance =>
  axios.create({
    baseURL,
    timeout: TIMEOUT_MS,
    headers: { accept: 'application/json' },
    // The session travels in the Authorization header; cookies only where the origin is the same anyway.
    withCredentials: false,
  })

export const toApiError = (error: unknown): ApiError | Error => {
  if (!axios.isAxiosError(error)) return error as Error
  const { response } = error as AxiosError
  if (!response) return error.code === 'ERR_CANCELED' ? error : networkError()
  const retryAfter: unknown = response.headers['retry-after']
  return apiErrorFrom({
    status: response.status,
    data: response.data,
    retryAfter: typeof retryAfter === 'string' ? retryAfter : undefined,
  })
}

/** A success must carry JSON, or nothing at all where nothing is promised. */
export const bodyOrBadAnswer = (status: number, data: unknown, mayBeEmpty: boolean): unknown => {
  if (status === 204 || (mayBeEmpty && (data === '' || data === undefined))) return undefined
  if (typeof data === 'object' && data !== null) return data
  throw badAnswerError()
}
