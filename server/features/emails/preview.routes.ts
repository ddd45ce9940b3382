/**
 * The saved draft as a page of its own, for a frame in the editor. The frame sends no token: the cookie of a live
 * session says who looks. Nothing in the page runs, and pictures may come from any https address, as in a mail.
 */
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { idParam, language } from '#contract/common.ts'
import { languageOfMail } from '#contract/emails/content.ts'
import { notFound } from '#server/core/http/errors.ts'
import { requestFacts, type RequestPipeline } from '#server/core/http/pipeline.ts'
import { mayCall } from '#server/core/http/scope.ts'
import * as repository from './campaigns.repository.ts'
import type { EmailsContext } from './context.ts'
import { drawMail, valuesOf } from './draw/draw-mail.ts'

const HEADERS = {
  'cache-control': 'private, no-store',
  'x-frame-options': 'SAMEORIGIN',
  'content-security-policy':
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src https:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
  'referrer-policy': 'no-referrer',
}

const asked = z.object({ clientId: idParam, campaignId: z.uuid() })
const look = z.object({
  language: z.optional(language),
  theme: z.optional(z.enum(['light', 'dark'])),
})

export const previewAddress = (clientId: number, campaignId: string): string =>
  `/files/${clientId}/mail-preview/${campaignId}`

export const registerPreview = (
  app: FastifyInstance,
  pipeline: RequestPipeline,
  { core }: EmailsContext,
): void => {
  app.get('/files/:clientId/mail-preview/:campaignId', async (request, reply) => {
    const params = asked.safeParse(request.params)
    const chosen = look.safeParse(request.query)
    if (!params.success || !chosen.success) throw notFound()
    const { clientId, campaignId } = params.data
    const tenant = await pipeline.findTenant(clientId)
    if (!tenant?.isActive || !tenant.features.has('admin_emails')) throw notFound()
    const session = pipeline.fileAccess.readCookie(clientId, requestFacts(request).cookies)
    const actor = session && (await pipeline.findSession(session))
    if (!actor || !mayCall('admin', actor.role)) throw notFound()
    const found = await core.db.withTenant(clientId, async (db) => ({
      campaign: await repository.readCampaign(db, campaignId),
      me: await repository.addressOf(db, actor.userId),
    }))
    if (!found.campaign || !found.me) throw notFound()
    const { content } = found.campaign
    const wanted = chosen.data.language ?? tenant.languages[0]
    const { html } = drawMail({
      content,
      language: languageOfMail(content, wanted, tenant.languages) ?? wanted,
      values: valuesOf({ name: found.me.full_name, email: found.me.email }, tenant.name),
      unsubscribeUrl: null,
      theme: chosen.data.theme ?? 'auto',
    })
    return reply.headers(HEADERS).type('text/html; charset=utf-8').send(html)
  })
}
