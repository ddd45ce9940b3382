/**
 * Downloads a copy of somebody's data. The browser fetches it directly, without a token; the address carries a signature
 * for this copy, valid for a short time, and is given out after a proof of identity.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { idParam } from '#contract/common.ts'
import type { Core } from '#server/core/core.ts'
import { notFound } from '#server/core/http/errors.ts'
import type { RequestPipeline } from '#server/core/http/pipeline.ts'
import type { OpenStored } from './export-file.ts'
import { readyFile } from './own-data.repository.ts'

const VALID_FOR_MS = 5 * 60_000
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export const createDownloads = (core: Pick<Core, 'secret' | 'clock' | 'db'>, open: OpenStored) => {
  const key = core.secret('own-data')
  const signatureOf = (clientId: number, id: string, until: number) =>
    createHmac('sha256', key).update(`${clientId}.${id}.${until}`).digest('base64url')
  const isValid = (clientId: number, id: string, until: number, signature: string): boolean => {
    const [expected, actual] = [Buffer.from(signatureOf(clientId, id, until)), Buffer.from(signature)]
    return (
      expected.length === actual.length &&
      timingSafeEqual(expected, actual) &&
      until > core.clock.now().getTime()
    )
  }
  return {
    addressFor: (clientId: number, id: string) => {
      const now = core.clock.now()
      const until = now.getTime() + VALID_FOR_MS
      return {
        url: `/files/${clientId}/own-data/${id}/${until}/${signatureOf(clientId, id, until)}`,
        name: `my-data-${now.toISOString().slice(0, 10)}.zip`,
      }
    },
    register: (app: FastifyInstance, pipeline: RequestPipeline): void => {
      app.get<{ Params: Record<'clientId' | 'id' | 'until' | 'signature', string> }>(
        '/files/:clientId/own-data/:id/:until/:signature',
        async (request, reply) => {
          const { id, signature } = request.params
          const client = idParam.safeParse(request.params.clientId)
          const tenant = client.success ? await pipeline.findTenant(client.data) : null
          const until = Number(request.params.until)
          if (!tenant?.isActive || !UUID.test(id) || !isValid(tenant.clientId, id, until, signature))
            throw notFound()
          const url = await core.db.withTenant(tenant.clientId, (db) => readyFile(db, id, core.clock.now()))
          const file = url === null ? null : await open(tenant.clientId, url)
          if (!file) throw notFound()
          return reply
            .headers({
              'content-type': 'application/zip',
              'content-length': file.size,
              'content-disposition': 'attachment; filename="my-data.zip"',
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
