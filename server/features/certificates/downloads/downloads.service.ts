/** ZIP files of certificates for admins: asking for one, its progress, and fetching it by a signed address. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { idParam } from '#contract/common.ts'
import {
  DOWNLOAD_MAX,
  type CertificateDownload,
  type startDownload,
} from '#contract/certificates/downloads.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { Core } from '#server/core/core.ts'
import { AppError, notFound } from '#server/core/http/errors.ts'
import type { RequestPipeline } from '#server/core/http/pipeline.ts'
import type { AdminScope } from '#server/core/http/scope.ts'
import { auditOf } from '../portal/context.ts'
import { countingIds } from '../portal/issued.repository.ts'
import { addDownload, readDownload, type DownloadRow } from './downloads.repository.ts'

const VALID_FOR_MS = 5 * 60_000
const KEPT_MS = 86_400_000
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** A stored file as a stream; provided by the files feature through app.ts. */
export type OpenFile = (
  clientId: number,
  url: string,
) => Promise<{ size: number; stream: () => NodeJS.ReadableStream } | null>

export const createDownloads = (
  core: Pick<Core, 'secret' | 'clock' | 'db' | 'audit' | 'config'>,
  { open, defaultClientId }: { open: OpenFile; defaultClientId: number },
) => {
  const key = core.secret('certificate-downloads')
  const macOf = (clientId: number, id: string, until: number) =>
    createHmac('sha256', key).update(`${clientId}.${id}.${until}`).digest('base64url')
  const isValid = (clientId: number, id: string, until: number, mac: string): boolean => {
    const [expected, given] = [Buffer.from(macOf(clientId, id, until)), Buffer.from(mac)]
    return (
      expected.length === given.length &&
      timingSafeEqual(expected, given) &&
      until > core.clock.now().getTime()
    )
  }
  const toDownload = (clientId: number, row: DownloadRow): CertificateDownload => {
    const until = core.clock.now().getTime() + VALID_FOR_MS
    return {
      id: row.id,
      state: row.state,
      total: row.certificate_ids.length,
      done: row.done,
      url:
        row.state === 'ready'
          ? `/files/${clientId}/certificates/${row.id}/${until}/${macOf(clientId, row.id, until)}`
          : null,
    }
  }
  const own = async (scope: AdminScope, row: DownloadRow | undefined) => {
    if (!row || row.asked_by !== scope.actor.userId) throw notFound()
    return toDownload(scope.tenant.clientId, row)
  }
  return {
    start: (scope: AdminScope, { idempotency_key: id, ...filter }: BodyOf<typeof startDownload>) =>
      scope.tx(async (db) => {
        const known = await readDownload(db, id)
        if (known) return own(scope, known)
        const now = scope.clock.now()
        const ids = await countingIds(db, filter, { now, limit: DOWNLOAD_MAX })
        if (ids.length === 0) throw new AppError('conflict', 'None of these certificates counts any more.')
        const isNew = await addDownload(db, {
          id,
          by: scope.actor.userId,
          ids,
          origin: scope.request.origin ?? '',
          namesClient: core.config.demo && scope.tenant.clientId !== defaultClientId,
          now,
          expiresAt: new Date(now.getTime() + KEPT_MS),
        })
        if (isNew)
          await core.audit.record(
            db,
            auditOf(scope, {
              action: 'certificates.download',
              object: `certificate_download:${id}`,
              detail: { certificates: ids.length },
            }),
          )
        return own(scope, await readDownload(db, id))
      }),
    get: (scope: AdminScope, id: string) => scope.tx(async (db) => own(scope, await readDownload(db, id))),
    register: (app: FastifyInstance, pipeline: Pick<RequestPipeline, 'findTenant'>): void => {
      app.get<{ Params: Record<'clientId' | 'id' | 'until' | 'mac', string> }>(
        '/files/:clientId/certificates/:id/:until/:mac',
        async (request, reply) => {
          const { id, mac } = request.params
          const client = idParam.safeParse(request.params.clientId)
          const tenant = client.success ? await pipeline.findTenant(client.data) : null
          const until = Number(request.params.until)
          if (!tenant?.isActive || !UUID.test(id) || !isValid(tenant.clientId, id, until, mac))
            throw notFound()
          const row = await core.db.withTenant(tenant.clientId, (db) => readDownload(db, id))
          const file = row?.file_url ? await open(tenant.clientId, row.file_url) : null
          if (!file) throw notFound()
          return reply
            .headers({
              'content-type': 'application/zip',
              'content-length': file.size,
              'content-disposition': 'attachment; filename="certificates.zip"',
              'cache-control': 'private, no-store',
              'x-content-type-options': 'nosniff',
              'content-security-policy': "sandbox; default-src 'none'",
            })
            .send(file.stream())
        },
      )
    },
  }
}
