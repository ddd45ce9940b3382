/**
 * A whole course as one file. It can be larger than a page can hold, so the browser fetches it by itself, without a
 * sign-in in its hands: the address carries a seal that says which course for whom, and is good for a short time.
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

const GOOD_FOR_MS = 5 * 60_000

interface Seal {
  clientId: number
  courseId: number
  /** Milliseconds since 1970. */
  until: number
}

export const createExports = (core: Pick<Core, 'secret' | 'clock' | 'db'>, actions: ImportDependencies) => {
  const key = core.secret('course-export')
  const sealOf = ({ clientId, courseId, until }: Seal) =>
    createHmac('sha256', key).update(`${clientId}.${courseId}.${until}`).digest('base64url')
  const isGood = (seal: Seal, given: string): boolean => {
    const [wanted, got] = [Buffer.from(sealOf(seal)), Buffer.from(given)]
    return (
      wanted.length === got.length && timingSafeEqual(wanted, got) && seal.until > core.clock.now().getTime()
    )
  }

  return {
    /** The address for who may edit the course. */
    addressFor: async (scope: StaffScope, courseId: number) => {
      const { clientId } = scope.tenant
      const document = await actions.courses.document(scope, courseId)
      const { missing } = await courseFileOf(actions.files, clientId, document)
      const until = core.clock.now().getTime() + GOOD_FOR_MS
      const seal = sealOf({ clientId, courseId, until })
      return {
        url: `/files/${clientId}/courses/${courseId}/${until}/${seal}`,
        name: fileNameOf(titleOf(document)),
        missing,
      }
    },
    register: (app: FastifyInstance, pipeline: RequestPipeline): void => {
      app.get<{ Params: Record<'clientId' | 'courseId' | 'until' | 'seal', string> }>(
        '/files/:clientId/courses/:courseId/:until/:seal',
        async (request, reply) => {
          const ids = [request.params.clientId, request.params.courseId].map((one) => idParam.safeParse(one))
          const [client, course] = ids
          if (!client?.success || !course?.success) throw notFound()
          const seal = {
            clientId: client.data,
            courseId: course.data,
            until: Number(request.params.until),
          }
          const tenant = await pipeline.findTenant(seal.clientId)
          if (!tenant?.isActive || !isGood(seal, request.params.seal)) throw notFound()
          const document = await core.db.withTenant(tenant.clientId, (db) =>
            actions.courses.saved(db, tenant.clientId, seal.courseId),
          )
          if (!document) throw notFound()
          const file = await courseFileOf(actions.files, tenant.clientId, document)
          const name = fileNameOf(titleOf(document))
          return reply
            .headers({
              'content-type': 'application/zip',
              'content-disposition': `attachment; filename="course-${seal.courseId}.zip"; filename*=UTF-8''${encodeURIComponent(name)}`,
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

/** Letters and digits of any script. */
const fileNameOf = (title: string): string => {
  const words = title
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
  return `${cut(words, 80) || 'course'}.zip`
}
