/** Reads the JSON of requests: small bodies at once, large ones in a worker thread once the caller may call. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Readable } from 'node:stream'
import { BODY_LIMIT_BYTES } from '#contract/limits.ts'
import { inWorker } from '../../parsing/run-job.ts'
import { AppError, tooComplex } from '../errors.ts'
import { parseJson, type JsonResult } from './json-text.ts'
import type * as worker from './json.worker.ts'
import { bodyLimitOf, createPace, readBody, senderOf, type Body } from './read-body.ts'

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
  readonly body: Body
  readonly valuesMax: number
  readonly noteRefused: () => void
  constructor(body: Body, valuesMax: number, noteRefused: () => void) {
    this.body = body
    this.valuesMax = valuesMax
    this.noteRefused = noteRefused
  }
}

/** JSON only: everything else is 415. An empty body is no body, whatever its content type says. */
export const readJsonOnly = (app: FastifyInstance): void => {
  const pace = createPace()
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', async (request: FastifyRequest, payload: Readable) => {
    const limitBytes = bodyLimitOf(request)
    const sender = senderOf(request)
    const waitMs = () => pace.waitMs(sender)
    const body = await readBody(payload, { limitBytes, calmBytes: AT_ONCE_MAX_BYTES, waitMs })
    if (body.size === 0) return undefined
    const valuesMax = limitBytes > BODY_LIMIT_BYTES ? VALUES_MAX_OF_LARGE_BODIES : VALUES_MAX
    return body.size > AT_ONCE_MAX_BYTES
      ? new UnparsedBody(body, valuesMax, () => pace.noteRefused(sender))
      : valueOf(parseJson(Buffer.concat(body.pieces).toString('utf8'), valuesMax))
  })
}

/** The JSON of a request whose caller may call. */
export const jsonOf = async (request: FastifyRequest): Promise<unknown> => {
  if (!(request.body instanceof UnparsedBody)) return request.body
  const { valuesMax, body, noteRefused } = request.body
  const result = await parseInWorker({ pieces: body.pieces, valuesMax }, body.pieces.flatMap(ownMemoryOf))
  if ('refused' in result) noteRefused()
  return valueOf(result)
}

/** Memory that no other piece shares moves to the thread; copying a megabyte holds the event loop for some milliseconds. */
const ownMemoryOf = ({ buffer, byteLength }: Uint8Array<ArrayBuffer>): ArrayBuffer[] =>
  buffer.byteLength === byteLength ? [buffer] : []

const valueOf = (result: JsonResult): unknown => {
  if ('value' in result) return result.value
  throw result.refused === 'too_complex'
    ? tooComplex()
    : new AppError('malformed_request', 'The request could not be read.')
}
