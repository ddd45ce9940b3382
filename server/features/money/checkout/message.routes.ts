/**
 * Where payment providers report what happened. The signature is the only key: an unknown client, a client without the
 * provider and a wrong signature get the same answer. The body is read as bytes here alone, because it is what was signed.
 */
import type { FastifyInstance } from 'fastify'
import { idParam } from '#contract/common.ts'
import type { Core } from '#server/core/core.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { RequestPipeline } from '#server/core/http/pipeline.ts'
import { limitSignedCalls } from '#server/core/http/signed-calls.ts'
import { ProviderError } from '../providers/provider-error.ts'
import type { FindCaller } from './providers.ts'
import type { Receive } from './receive.ts'

const BODY_MAX_BYTES = 64 * 1024
/** What an admin enters at the provider. */
export const messagePath = (provider: string, clientId: number) =>
  `/payment-messages/${provider}/${clientId}/`

const refused = () => new AppError('unauthenticated', 'This call is not signed.')

export const registerPaymentMessages = (
  app: FastifyInstance,
  pipeline: RequestPipeline,
  {
    core,
    receive,
    findCaller,
  }: {
    core: Pick<Core, 'clock' | 'log'>
    receive: Receive
    findCaller: FindCaller
  },
): void => {
  const calls = limitSignedCalls(pipeline)
  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: BODY_MAX_BYTES },
      (_request, body, parsed) => parsed(null, body),
    )
    scope.post<{ Params: { clientId: string; provider: string } }>(
      '/payment-messages/:provider/:clientId/',
      { bodyLimit: BODY_MAX_BYTES, config: { hasSecrets: true }, onRequest: calls.onRequest },
      async (request, reply) => {
        const parsed = idParam.safeParse(request.params.clientId)
        const tenant = parsed.success ? await pipeline.findTenant(parsed.data) : null
        if (!tenant?.isActive || !Buffer.isBuffer(request.body)) throw refused()
        const { clientId } = tenant
        const provider = await findCaller(clientId, request.params.provider)
        const outcome =
          provider &&
          (await receive(clientId, provider, {
            body: request.body,
            headers: request.headers,
            now: core.clock.now(),
          }).catch((cause: unknown) => {
            // The provider sends it again.
            if (cause instanceof ProviderError)
              throw new AppError('not_ready', 'The payment provider does not answer.', { cause })
            throw cause
          }))
        if (outcome === null) throw refused()
        calls.noteGenuine(request)
        if (outcome === 'unreadable') {
          core.log.warn(
            { clientId, provider: request.params.provider },
            'a payment provider sent what cannot be read',
          )
          // The provider shows it to the admin and sends it again, to a version that may know its form.
          throw new AppError('malformed_request', 'This message cannot be read.')
        }
        return reply.code(204).send()
      },
    )
    done()
  })
}
