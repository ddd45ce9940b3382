/** Reads the JSON of requests: small bodies at once, large ones in a worker thread once the caller may call. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { BODY_LIMIT_BYTES } from '#contract/limits.ts'
import { inWorker } from '../parsing/run-job.ts'
import { AppError, tooComplex } from './errors.ts'
import { parseJson, type JsonResult } from './json-text.ts'
import type * as worker from './json.worker.ts'

/** Parsing so much takes about a millisecond. */
const AT_ONCE_MAX_BYTES = 128 * 1024
const DEADLINE_MS = 10_000
/** The largest body of an ordinary form has a few hundred. */
const VALUES_MAX = 20_000
/** A course with 1,600 quiz questions. */
const VALUES_MAX_OF_LARGE_BODIES = 50_000

const parseInWorker = inWorker<typeof worker.parse>({
  module: new URL('./json.worker.ts', import.meta.url),
  name: 'parse',
  deadlineMs: DEADLINE_MS,
})

/** A large body, not parsed yet: a caller who is refused costs no parsing. */
class UnparsedBody {
  readonly bytes: Buffer
  readonly valuesMax: number
  constructor(bytes: Buffer, valuesMax: number) {
    this.bytes = bytes
    this.valuesMax = valuesMax
  }
}

/** JSON only: everything else is 415. An empty body is no body, whatever its content type says. */
export const readJsonOnly = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      if (body.length === 0) return undefined
      const isLarge = (request.routeOptions.bodyLimit ?? 0) > BODY_LIMIT_BYTES
      const valuesMax = isLarge ? VALUES_MAX_OF_LARGE_BODIES : VALUES_MAX
      return body.length > AT_ONCE_MAX_BYTES
        ? new UnparsedBody(body, valuesMax)
        : valueOf(parseJson(body.toString('utf8'), valuesMax))
    },
  )
}

/** The JSON of a request whose caller may call. */
export const jsonOf = async ({ body }: FastifyRequest): Promise<unknown> => {
  if (!(body instanceof UnparsedBody)) return body
  const { bytes, valuesMax } = body
  const { buffer, byteLength } = bytes
  // Moved to the thread: copying a megabyte holds the event loop for some milliseconds.
  const isAlone = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength
  return valueOf(await parseInWorker({ bytes, valuesMax }, isAlone ? [buffer] : []))
}

const valueOf = (result: JsonResult): unknown => {
  if ('value' in result) return result.value
  throw result.refused === 'too_complex'
    ? tooComplex()
    : new AppError('malformed_request', 'The request could not be read.')
}
