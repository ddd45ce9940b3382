/** The one place that turns whatever was thrown into an answer (contract/errors.ts). */
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { ERROR_STATUS, type ErrorBody, type ErrorCode } from '#contract/errors.ts'
import { JobError } from '../parsing/worker-pool.ts'
import { AppError, tooComplex } from './errors.ts'

const DETAIL: Partial<Record<ErrorCode, string>> = {
  malformed_request: 'The request could not be read.',
  body_too_large: 'The request is too large.',
  unsupported_media_type: 'Please send JSON (content-type: application/json).',
  internal_error: 'Something went wrong on our side. Please try again.',
  not_ready: 'The service is just starting again. Please try again in a moment.',
  overloaded: 'There is a lot going on right now. Please try again in a moment.',
}
const TRY_AGAIN_SECONDS = 2

/** The JSON body of one error. */
export const errorBodyOf = (error: AppError, requestId: string): ErrorBody => ({
  detail: error.message,
  message: error.message,
  code: error.code,
  request_id: requestId,
  ...(error.fields ? { fields: error.fields } : {}),
  ...(error.retryAfterSeconds === undefined ? {} : { retry_after: error.retryAfterSeconds }),
})

/**
 * Whether the sender may still have much to send. Node reads to the end of a body that was refused unread, so that the
 * sender sees why; a body that is too large, or does not say how large it is, is not worth that.
 */
const hasUnboundedBody = ({ headers }: FastifyRequest, { code }: AppError): boolean =>
  code === 'body_too_large' || headers['transfer-encoding'] !== undefined

/** Sends an error with its status, its body and Retry-After. */
export const sendError = (reply: FastifyReply, error: AppError): FastifyReply => {
  if (error.retryAfterSeconds !== undefined) void reply.header('retry-after', String(error.retryAfterSeconds))
  if (error.status === 401) void reply.header('www-authenticate', 'Bearer')
  if (hasUnboundedBody(reply.request, error)) void reply.header('connection', 'close')
  return reply
    .code(error.status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(errorBodyOf(error, reply.request.id)))
}

const callers = new WeakMap<FastifyRequest, { readonly userId: number }>()
/** So that the log names who was refused. */
export const noteCaller = (request: FastifyRequest, caller: { readonly userId: number }): void =>
  void callers.set(request, caller)

/** Fastify's error handler. */
export const answerError = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  const known = toAppError(error)
  if (known.status >= 500) request.log.error({ err: error, path: pathOf(request.url) }, 'request failed')
  if (known.status === 403)
    request.log.warn(
      {
        code: known.code,
        method: request.method,
        path: pathOf(request.url),
        userId: callers.get(request)?.userId ?? null,
      },
      'not allowed',
    )
  return sendError(reply, known)
}

/** A path without its query: queries may hold addresses and codes. */
export const pathOf = (url: string): string => url.split('?', 1)[0] ?? url

const plain = (code: ErrorCode, cause: unknown) =>
  new AppError(code, DETAIL[code] ?? code, {
    cause,
    ...(ERROR_STATUS[code] === 503 ? { retryAfterSeconds: TRY_AGAIN_SECONDS } : {}),
  })

const toAppError = (error: unknown): AppError => {
  if (error instanceof AppError) return error
  if (error instanceof JobError)
    return error.reason === 'queue_full' ? plain('overloaded', error) : tooComplex()
  const code = (error as { code?: unknown }).code
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return plain('body_too_large', error)
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return plain('unsupported_media_type', error)
  if (isDatabaseGone(error)) return plain('not_ready', error)
  if (error instanceof Error && error.message === 'timeout exceeded when trying to connect')
    return plain('overloaded', error)
  const status = (error as Partial<FastifyError>).statusCode
  if (status !== undefined && status >= 400 && status < 500) return plain('malformed_request', error)
  return plain('internal_error', error)
}

// 57P01-57P03: the server stops, crashed, or is not ready yet; class 08: the connection broke.
const isDatabaseGone = (error: unknown): boolean => {
  const { code, message, syscall } = error as { code?: unknown; message?: unknown; syscall?: unknown }
  if (typeof code === 'string' && /^(57P0[123]|08...|ECONNREFUSED|ECONNRESET|EPIPE)$/.test(code)) return true
  // The socket of the private database is gone; other files that are missing say nothing about it.
  if (code === 'ENOENT' && syscall === 'connect') return true
  // pg rejects statements on a connection that is already broken with the second message.
  return (
    typeof message === 'string' &&
    /^(Connection terminated|Client has encountered a connection error)/.test(message)
  )
}
