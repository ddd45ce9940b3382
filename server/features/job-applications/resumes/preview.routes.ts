/**
 * A résumé inside of the recruiter's page. The frame sends no token: the cookie of a live session says who looks, and the job
 * says whether they may. Files were checked when they were stored: no scripts, no encryption
 * (docs/decisions/jobs/show-resumes-in-the-browsers-own-viewer.md).
 */
import type { FastifyInstance } from 'fastify'
import { idParam } from '#contract/common.ts'
import { notFound } from '#server/core/http/errors.ts'
import { requestFacts, type RequestPipeline } from '#server/core/http/pipeline.ts'
import type { StaffScope } from '#server/core/http/scope.ts'
import { applicationById } from '../applying/applications.repository.ts'
import type { ApplicationContext } from '../context.ts'
import { isHandled } from '../pipeline/recruiter.policy.ts'

const HEADERS = {
  'content-type': 'application/pdf',
  'content-disposition': 'inline; filename="resume.pdf"',
  'cache-control': 'private, no-store',
  'x-content-type-options': 'nosniff',
  // The viewer is the browser's own, in a process of its own; the page around it is the only one that may frame it.
  'x-frame-options': 'SAMEORIGIN',
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
  'referrer-policy': 'no-referrer',
}

const idOf = (param: string): number => {
  const parsed = idParam.safeParse(param)
  if (!parsed.success) throw notFound()
  return parsed.data
}
const isStaff = (actor: { role: string } | null): actor is StaffScope['actor'] =>
  actor !== null && actor.role !== 'student'

export const resumePreviewAddress = (clientId: number, applicationId: number): string =>
  `/files/${clientId}/resume-preview/${applicationId}`

export const registerResumePreview = (
  app: FastifyInstance,
  pipeline: RequestPipeline,
  { db: database, files }: ApplicationContext,
): void => {
  app.get<{ Params: Record<'clientId' | 'applicationId', string> }>(
    '/files/:clientId/resume-preview/:applicationId',
    async (request, reply) => {
      const tenant = await pipeline.findTenant(idOf(request.params.clientId))
      const id = idOf(request.params.applicationId)
      if (!tenant?.isActive || !tenant.features.has('job_portal')) throw notFound()
      const { clientId } = tenant
      const session = pipeline.fileAccess.readCookie(clientId, requestFacts(request).cookies)
      const actor = session && (await pipeline.findSession(session))
      if (!isStaff(actor)) throw notFound()
      const url = await database.withTenant(clientId, async (db) => {
        const application = await applicationById(db, clientId, id)
        if (!application || !(await isHandled(db, { clientId, actor }, application.job_id))) return null
        return application.resume_url
      })
      const file = url === null ? null : await files.open(clientId, url)
      if (!file) throw notFound()
      return reply.headers({ ...HEADERS, 'content-length': file.size }).send(file.stream())
    },
  )
}
