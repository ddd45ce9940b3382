/**
 * Downloads a whole course as one file. It can be too large for a page's memory, so the browser downloads it
 * directly, without a session. The address therefore carries a signature for one course, valid for a short time.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { idParam } from '#contract/common.ts'
import { cut } from '#contract/text/truncate.ts'
import type { Core } from '#server/core/core.ts'
import { notFound } from '#server/core/http/errors.ts'
import type { RequestPipeline } from '#server/core/http/pipeline.ts'
import type { StaffScope } from '#server/core/http/scope.ts'
import { courseFileOf, titleOf, zipOf } from './course-file.ts'
import type { ImportDependencies } from './dependencies.ts'

const VALID_FOR_MS = 5 * 60_000

interface SignedExport {
  clientId: number
  courseId: number
  /** Unix time in milliseconds. */
  until: number
}

export const createExports = (
  core: Pick<Core, 'secret' | 'clock' | 'db'>,
  dependencies: ImportDependencies,
) => {
  const key = core.secret('course-export')
  const signatureOf = ({ clientId, courseId, until }: SignedExport) =>
    createHmac('sha256', key).update(`${clientId}.${courseId}.${until}`).digest('base64url')
  const isValid = (signed: SignedExport, signature: string): boolean => {
    const [expected, actual] = [Buffer.from(signatureOf(signed)), Buffer.from(signature)]
    return (
      expected.length === actual.length &&
      timingSafeEqual(expected, actual) &&
      signed.until > core.clock.now().getTime()
    )
  }

  return {
    /** Returns a download address; throws for a person who may not edit the course. */
    addressFor: async (scope: StaffScope, courseId: number) => {
      const { clientId } = scope.tenant
      const document = await dependencies.courses.document(scope, courseId)
      const { missing } = await courseFileOf(dependencies.files, clientId, document)
      const until = core.clock.now().getTime() + VALID_FOR_MS
      const signature = signatureOf({ clientId, courseId, until })
      return {
        url: `/files/${clientId}/courses/${courseId}/${until}/${signature}`,
        name: fileNameOf(titleOf(document)),
        missing,
      }
    },
    register: (app: FastifyInstance, pipeline: RequestPipeline): void => {
      app.get<{ Params: Record<'clientId' | 'courseId' | 'until' | 'signature', string> }>(
        '/files/:clientId/courses/:courseId/:until/:signature',
        async (request, reply) => {
          const ids = [request.params.clientId, request.params.courseId].map((id) => idParam.safeParse(id))
          const [client, course] = ids
          if (!client?.success || !course?.success) throw notFound()
          const signed = {
            clientId: client.data,
            courseId: course.data,
            until: Number(request.params.until),
          }
          const tenant = await pipeline.findTenant(signed.clientId)
          if (!tenant?.isActive || !isValid(signed, request.params.signature)) throw notFound()
          const document = await core.db.withTenant(tenant.clientId, (db) =>
            dependencies.courses.saved(db, tenant.clientId, signed.courseId),
          )
          if (!document) throw notFound()
          const file = await courseFileOf(dependencies.files, tenant.clientId, document)
          const name = fileNameOf(titleOf(document))
          return reply
            .headers({
              'content-type': 'application/zip',
              'content-disposition': `attachment; filename="course-${signed.courseId}.zip"; filename*=UTF-8''${encodeURIComponent(name)}`,
              'cache-control': 'private, no-store',
              'x-content-type-options': 'nosniff',
              'content-security-policy': "sandbox; default-src 'none'",
            })
            .send(zipOf(file))
        },
      )
    },
  }
}

/** Keeps letters and digits of any script. */
const fileNameOf = (title: string): string => {
  const slug = title
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
  return `${cut(slug, 80) || 'course'}.zip`
}
