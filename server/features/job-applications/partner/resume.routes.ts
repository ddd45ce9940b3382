/** The résumé of an application for somebody outside: no token, a signed address for some minutes, and the link alive. */
import type { FastifyInstance } from 'fastify'
import { idParam } from '#contract/common.ts'
import { notFound } from '#server/core/http/errors.ts'
import { requestFacts, type RequestPipeline } from '#server/core/http/pipeline.ts'
import type { ApplicationContext } from '../context.ts'
import type { Codes } from './codes.ts'
import { linkById } from './links.repository.ts'
import { isLinkOpen } from './view.service.ts'

type Params = Record<'clientId' | 'linkId' | 'applicationId' | 'until' | 'mac', string>

const idOf = (param: string): number => {
  const parsed = idParam.safeParse(param)
  if (!parsed.success) throw notFound()
  return parsed.data
}

export const registerPartnerResumes = (
  app: FastifyInstance,
  pipeline: RequestPipeline,
  { audit, clock, db: database, files }: ApplicationContext,
  codes: Codes,
): void => {
  /** Where the file is stored; null where the link does not open it. The look is in the audit log. */
  const addressFor = (clientId: number, params: Params, request: { id: string; ip: string }) =>
    database.withTenant(clientId, async (db) => {
      const [linkId, applicationId] = [idOf(params.linkId), idOf(params.applicationId)]
      const [until, now] = [Number(params.until), clock.now()]
      const link = await linkById(db, clientId, linkId)
      if (!isLinkOpen(link, now) || !(until > now.getTime())) return null
      if (!codes.isFileMac({ clientId, id: link.id, nonce: link.nonce }, applicationId, until, params.mac))
        return null
      const row = await db
        .selectFrom('job_application')
        .select(['resume_url', 'resume_name'])
        .where('client_id', '=', clientId)
        .where('job_id', '=', link.job_id)
        .where('id', '=', applicationId)
        .where('state', 'not in', ['withdrawn', 'rejected'])
        .executeTakeFirst()
      if (!row) return null
      await audit.record(db, {
        action: 'jobs.partner_resume',
        result: 'ok',
        actorId: null,
        object: `job_application:${applicationId}`,
        detail: { link: linkId },
        requestId: request.id,
        ip: request.ip,
      })
      return row
    })
  app.get<{ Params: Params }>(
    '/files/:clientId/job-partner/:linkId/:applicationId/:until/:mac',
    async (request, reply) => {
      const tenant = await pipeline.findTenant(idOf(request.params.clientId))
      if (!tenant?.isActive || !tenant.features.has('job_portal')) throw notFound()
      const found = await addressFor(tenant.clientId, request.params, requestFacts(request))
      const file = found && (await files.open(tenant.clientId, found.resume_url))
      if (!file) throw notFound()
      return reply
        .headers({
          'content-type': 'application/pdf',
          'content-length': file.size,
          'content-disposition': `attachment; filename="resume.pdf"; filename*=UTF-8''${encodeURIComponent(found.resume_name)}`,
          'cache-control': 'private, no-store',
          'content-security-policy': "sandbox; default-src 'none'",
          'referrer-policy': 'no-referrer',
        })
        .send(file.stream())
    },
  )
}
