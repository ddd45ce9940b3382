/**
 * Where BigBlueButton reports who enters and leaves, and that a recording was published. Its signature is the only key:
 * an unknown client, a client without the service and a wrong signature get the same answer. Repeats are harmless.
 */
import type { FastifyInstance } from 'fastify'
import { idParam } from '#contract/common.ts'
import type { Core } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { RequestPipeline } from '#server/core/http/pipeline.ts'
import { limitSignedCalls } from '#server/core/http/signed-calls.ts'
import { siteOf } from '#server/core/mail/site.ts'
import { bigBlueButtonSecret } from '../admin/providers.service.ts'
import { isWebhookGenuine } from '../providers/bigbluebutton.ts'
import { eventsIn, type HookEvent } from '../providers/bigbluebutton-events.ts'
import { askAgain, recordEntered, recordLeft } from './meetings.repository.ts'

const BODY_MAX_BYTES = 64 * 1024
const refused = () => new AppError('unauthenticated', 'This call is not signed.')

export const hookPath = (clientId: number) => `/meeting-events/bigbluebutton/${clientId}/`

const apply = async (db: TenantDb, event: HookEvent, now: Date): Promise<void> => {
  if (event.kind === 'published') return askAgain(db, event.room)
  // The other server's clock may be ahead.
  const at = new Date(Math.min(event.at, now.getTime()))
  return event.kind === 'entered' ? recordEntered(db, { ...event, at }) : recordLeft(db, { ...event, at })
}

export const registerMeetingHook = (app: FastifyInstance, pipeline: RequestPipeline, core: Core): void => {
  const calls = limitSignedCalls(pipeline)
  void app.register((scope, _options, done) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: BODY_MAX_BYTES },
      (_request, body, parsed) => parsed(null, body),
    )
    scope.post<{ Params: { clientId: string }; Querystring: { checksum?: unknown } }>(
      '/meeting-events/bigbluebutton/:clientId/',
      { bodyLimit: BODY_MAX_BYTES, config: { hasSecrets: true }, onRequest: calls.onRequest },
      async (request, reply) => {
        const parsed = idParam.safeParse(request.params.clientId)
        const tenant = parsed.success ? await pipeline.findTenant(parsed.data) : null
        const { checksum } = request.query
        const body = typeof request.body === 'string' ? request.body : ''
        if (!tenant?.isActive || !tenant.features.has('live_class') || typeof checksum !== 'string')
          throw refused()
        const { clientId } = tenant
        const now = core.clock.now()
        await core.db.withTenant(clientId, async (db) => {
          const secret = await bigBlueButtonSecret(core, db, clientId)
          const callback = (await siteOf(db, core.config, clientId)).urlOf(hookPath(clientId))
          if (secret === null || callback === null || !isWebhookGenuine(secret, callback, body, checksum))
            throw refused()
          for (const event of eventsIn(body)) await apply(db, event, now)
        })
        calls.noteGenuine(request)
        return reply.code(204).send()
      },
    )
    done()
  })
}
