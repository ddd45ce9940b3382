/**
 * Finds responses that the contract would have changed. Some handlers write their response themselves, because checking it
 * costs too much (tests/architecture/unchecked-responses.test.ts lists them); every test on the server checks it instead.
 */
import { isDeepStrictEqual } from 'node:util'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { allEndpoints } from '#contract/index.ts'

const specs = new Map(
  allEndpoints.map((spec) => [`${spec.method} ${spec.path.replace(/\{(\w+)\}/g, ':$1')}`, spec]),
)

/** What is wrong with the response, or null. */
export const contractProblem = (
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): string | null => {
  const spec = specs.get(`${request.method} ${request.routeOptions.url}`)
  if (!spec || reply.statusCode !== (spec.status ?? 200) || reply.hasHeader('content-encoding')) return null
  if (!String(reply.getHeader('content-type')).startsWith('application/json')) return null
  if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return null
  const body: unknown = JSON.parse(payload.toString())
  const parsed = spec.response.safeParse(body)
  if (parsed.success && isDeepStrictEqual(parsed.data, body)) return null
  return `${spec.name}: ${parsed.success ? 'the contract drops or changes fields' : JSON.stringify(parsed.error.issues.slice(0, 3))}`
}
