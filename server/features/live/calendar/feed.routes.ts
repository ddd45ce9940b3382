/** The personal calendar feed. Calendars send no token: the address itself is the key, and its person can revoke it. */
import type { FastifyInstance } from 'fastify'
import { idParam } from '#contract/common.ts'
import type { Core } from '#server/core/core.ts'
import { notFound } from '#server/core/http/errors.ts'
import type { RequestPipeline } from '#server/core/http/pipeline.ts'
import { feedIdIn, feedText } from './calendar.service.ts'
import { createFeedTexts } from './feed-texts.ts'

export const registerFeed = (app: FastifyInstance, pipeline: RequestPipeline, core: Core): void => {
  const texts = createFeedTexts()
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
      const feed = await core.db.withTenant(clientId, (db) =>
        feedText(core, db, texts, { clientId, feedId, now }),
      )
      if (feed === null) throw notFound()
      const { etag, body } = feed
      void reply.headers({ etag, 'cache-control': 'private, no-cache' })
      if (request.headers['if-none-match'] === etag) return reply.code(304).send()
      return reply.type('text/calendar; charset=utf-8').send(body)
    },
  )
}
