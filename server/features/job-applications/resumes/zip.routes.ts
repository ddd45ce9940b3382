/**
 * All résumés of a job as one ZIP file. It can be hundreds of megabytes: the browser downloads it directly, and it is written
 * while it is sent. The address carries a signature for this job, valid for a short time.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { ZipFile } from 'yazl'
import { idParam } from '#contract/common.ts'
import { cut } from '#contract/text/truncate.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { notFound } from '#server/core/http/errors.ts'
import { languageFor } from '#server/core/http/language.ts'
import type { RequestPipeline } from '#server/core/http/pipeline.ts'
import type { StaffScope } from '#server/core/http/scope.ts'
import { staffAudit } from '../audit.ts'
import type { ApplicationContext } from '../context.ts'
import { titleOf } from '../job-rows.ts'
import { fileStem } from '../pipeline/board.service.ts'
import { requireHandledJob } from '../pipeline/recruiter.policy.ts'

const VALID_FOR_MS = 5 * 60_000
const STEM_MAX = 80

interface ResumeFile {
  id: number
  name: string
  resume_url: string
}

/** Of applications that were not withdrawn. */
const resumesOfJob = (db: TenantDb, clientId: number, jobId: number): Promise<ResumeFile[]> =>
  db
    .selectFrom('job_application')
    .select(['id', 'name', 'resume_url'])
    .where('client_id', '=', clientId)
    .where('job_id', '=', jobId)
    .where('state', '!=', 'withdrawn')
    .orderBy('id')
    .execute()

/** Letters and digits of any script, and the number: two people of one name keep both files. */
export const entryName = ({ id, name }: Pick<ResumeFile, 'id' | 'name'>): string =>
  `${cut(fileStem(name.normalize('NFC')), STEM_MAX)}-${id}.pdf`

export const createResumeZips = ({ secret, clock, db, files, audit, log }: ApplicationContext) => {
  const key = secret('job-resumes')
  const macOf = (clientId: number, jobId: number, until: number) =>
    createHmac('sha256', key).update(`${clientId}.${jobId}.${until}`).digest('base64url')
  const isValid = (clientId: number, jobId: number, until: number, mac: string): boolean => {
    const [expected, given] = [Buffer.from(macOf(clientId, jobId, until)), Buffer.from(mac)]
    return (
      expected.length === given.length && timingSafeEqual(expected, given) && until > clock.now().getTime()
    )
  }
  /** One file after the other is opened when its turn comes. */
  const zipOf = (clientId: number, resumes: readonly ResumeFile[]): Readable => {
    const zip = new ZipFile()
    const output = zip.outputStream as Readable
    zip.on('error', (error) => output.destroy(error as Error))
    const add = async () => {
      for (const resume of resumes) {
        const file = await files.open(clientId, resume.resume_url)
        // One that is gone does not keep the others from their reader.
        if (!file || output.destroyed) continue
        zip.addReadStreamLazy(entryName(resume), { size: file.size, compress: false }, (done) =>
          done(null, file.stream()),
        )
      }
      zip.end()
    }
    add().catch((error: unknown) => {
      log.warn({ err: error }, 'could not make a file of résumés')
      output.destroy(error as Error)
    })
    return output
  }
  return {
    addressFor: (scope: StaffScope, jobId: number) =>
      scope.tx(async (tx) => {
        const { clientId } = scope.tenant
        const job = await requireHandledJob(tx, scope, jobId)
        const resumes = await resumesOfJob(tx, clientId, jobId)
        await audit.record(
          tx,
          staffAudit(scope, {
            action: 'jobs.export_resumes',
            object: `job:${jobId}`,
            detail: { files: resumes.length },
          }),
        )
        const until = clock.now().getTime() + VALID_FOR_MS
        return {
          url: `/files/${clientId}/job-resumes/${jobId}/${until}/${macOf(clientId, jobId, until)}`,
          name: `${cut(fileStem(titleOf(job, languageFor(scope))), STEM_MAX)}.zip`,
          files: resumes.length,
        }
      }),
    register: (app: FastifyInstance, pipeline: RequestPipeline): void => {
      app.get<{ Params: Record<'clientId' | 'jobId' | 'until' | 'mac', string> }>(
        '/files/:clientId/job-resumes/:jobId/:until/:mac',
        async (request, reply) => {
          const { mac } = request.params
          const [client, job] = [request.params.clientId, request.params.jobId].map((id) =>
            idParam.safeParse(id),
          )
          if (!client?.success || !job?.success) throw notFound()
          const until = Number(request.params.until)
          const tenant = await pipeline.findTenant(client.data)
          if (!tenant?.isActive || !isValid(tenant.clientId, job.data, until, mac)) throw notFound()
          const resumes = await db.withTenant(tenant.clientId, (tx) =>
            resumesOfJob(tx, tenant.clientId, job.data),
          )
          return reply
            .headers({
              'content-type': 'application/zip',
              'content-disposition': `attachment; filename="resumes-${job.data}.zip"`,
              'cache-control': 'private, no-store',
              'content-security-policy': "sandbox; default-src 'none'",
            })
            .send(zipOf(tenant.clientId, resumes))
        },
      )
    },
  }
}
