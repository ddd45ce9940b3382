import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { idParam } from '#contract/common.ts'
import { notFound } from '#server/core/http/errors.ts'
import type { RequestPipeline } from '#server/core/http/pipeline.ts'
import { byteRange } from '#server/core/http/page/byte-range.ts'
import { isServed } from './file-name.ts'
import type { FileStore, StoredFile } from './file-store.ts'

const YEAR_SECONDS = 31_536_000

/**
 * Content-hashed names may be cached for ever. The sandbox keeps a file that a person opens directly from
 * acting as a page of this origin (trust 8.4).
 */
const headersFor = (file: StoredFile): Record<string, string> => ({
  'content-type': file.type,
  'accept-ranges': 'bytes',
  'cache-control': `public, max-age=${YEAR_SECONDS}, immutable`,
  // Pages can still embed pictures and videos; a file opened directly is downloaded (C6).
  'content-disposition': 'attachment',
  'content-security-policy': "sandbox; default-src 'none'",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-site',
})

export const registerFileRoutes = (
  app: FastifyInstance,
  pipeline: RequestPipeline,
  files: FileStore,
): void => {
  app.route<{ Params: { clientId: string; name: string } }>({
    method: ['GET', 'HEAD'],
    url: '/files/:clientId/:name',
    exposeHeadRoute: false,
    // No compression: these formats are small already, and it would break byte ranges.
    handler: async (request, reply) => {
      const clientId = idParam.safeParse(request.params.clientId)
      const tenant = clientId.success ? await pipeline.findTenant(clientId.data) : null
      if (!tenant?.isActive || !isServed(request.params.name)) throw notFound()
      const file = await files.open(tenant.clientId, request.params.name)
      if (!file) throw notFound()
      return sendFile(request, reply, file, request.params.name)
    },
  })
}

const sendFile = async (request: FastifyRequest, reply: FastifyReply, file: StoredFile, name: string) => {
  const etag = `"${name.split('.').at(-2)}"`
  void reply.headers({ ...headersFor(file), etag })
  if (request.headers['if-none-match'] === etag) {
    await file.close()
    return reply.code(304).send()
  }
  const conditional = request.headers['if-range']
  const range =
    conditional === undefined || conditional === etag
      ? byteRange(request.headers.range, file.size)
      : ('whole' as const)
  if (range === 'unsatisfiable') {
    await file.close()
    return reply.code(416).header('content-range', `bytes */${file.size}`).send()
  }
  const { start, end } = range === 'whole' ? { start: 0, end: file.size - 1 } : range
  if (range !== 'whole') void reply.code(206).header('content-range', `bytes ${start}-${end}/${file.size}`)
  void reply.header('content-length', end - start + 1)
  if (request.method === 'HEAD' || file.size === 0) {
    await file.close()
    return reply.send()
  }
  return reply.send(await file.read(start, end))
}
