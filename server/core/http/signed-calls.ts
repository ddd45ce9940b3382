/** Calls of other services, whose only key is a signature over their body. */
import type { FastifyRequest } from 'fastify'
import { requestFacts, type RequestPipeline } from './pipeline.ts'

/** A call that is not genuine counts as a failed authentication of its address; the count comes before the body. */
export const limitSignedCalls = ({ limitAuthentication }: Pick<RequestPipeline, 'limitAuthentication'>) => {
  const attempts = new WeakMap<FastifyRequest, ReturnType<RequestPipeline['limitAuthentication']>>()
  return {
    onRequest: async (request: FastifyRequest): Promise<void> => {
      attempts.set(request, limitAuthentication(requestFacts(request)))
    },
    noteGenuine: (request: FastifyRequest): void => attempts.get(request)?.succeeded(),
  }
}
