/** The personal calendar feed. Calendars send no token: the address itself is the key, and its person can revoke it. */
import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { idParam } from '#contract/common.ts'
import type { Core } from '#server/core/core.ts'
import { notFound } from '#server/core/http/errors.ts'
import type { RequestPipeline } from '#server/core/http/pipeline.ts'
import { feedIdIn, feedText } from './calendar.service.ts'

export const registerFeed = (app: FastifyInstance, pipeline: RequestPipeline, core: Core): void => {
  app.get<{ Params: { clientId: string; file: string } }>(
    '/calendar/:clientId/:file',
    // The address is a key: compressed together with texts of others it would tell about itself.
    { config: { hasSecrets: true } },
    async (request, reply) => {
      const parsed = idParam.safeParse(request.params.clientId)
      const tenant = parsed.success ? await pipeline.findTenant(parsed.data) : null
      const { file } = request.params
      if (!tenant?.isActive || !tenant.features.has('live_class') || !file.endsWith('.ics')) throw notFound()
      const { clientId } = tenant
      const feedId = feedIdIn(core, clientId, file.slice(0, -'.ics'.length))
      if (feedId === null) throw notFound()
      const now = core.clock.now()
      const text = await core.db.withTenant(clientId, (db) => feedText(core, db, { clientId, feedId, now }))
      if (text === null) throw notFound()
      const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
      void reply.headers({ etag, 'cache-control': 'private, no-cache' })
      if (request.headers['if-none-match'] === etag) return reply.code(304).send()
      return reply.type('text/calendar; charset=utf-8').send(text)
    },
  )
}
