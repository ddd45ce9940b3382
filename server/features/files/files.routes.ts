import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { idParam } from '#contract/common.ts'
import type { MayReadFile } from '#server/core/files/file-parent.ts'
import { notFound } from '#server/core/http/errors.ts'
import { requestFacts, type RequestPipeline } from '#server/core/http/pipeline.ts'
import { byteRange } from '#server/core/http/page/byte-range.ts'
import type { Actor } from '#server/core/http/scope.ts'
import { isPublicPicture, isServed, isServedToStaff } from './file-name.ts'
import type { FileStore, StoredFile } from './file-store.ts'
import { urlOf } from './store.ts'

export interface FilesContext {
  files: FileStore
  /** Whether the address is the cover of a course. */
  isCover: (clientId: number, url: string) => Promise<boolean>
  mayRead: MayReadFile
}

const YEAR_SECONDS = 31_536_000

/**
 * Content-hashed names may be cached for ever. Who may see a protected file is asked again each time, because its session
 * may have ended. The sandbox keeps a file that a person opens directly from acting as a page of this origin (trust 8.4).
 */
const headersFor = (file: StoredFile, isPublic: boolean): Record<string, string> => ({
  'content-type': file.type,
  'accept-ranges': 'bytes',
  'cache-control': isPublic ? `public, max-age=${YEAR_SECONDS}, immutable` : 'private, no-cache',
  // Pages can still embed pictures and videos; a file opened directly is downloaded (C6).
  'content-disposition': 'attachment',
  'content-security-policy': "sandbox; default-src 'none'",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': isPublic ? 'same-site' : 'same-origin',
})

export const registerFileRoutes = (
  app: FastifyInstance,
  pipeline: RequestPipeline,
  { files, isCover, mayRead }: FilesContext,
): void => {
  const tenantOf = async (param: string) => {
    const clientId = idParam.safeParse(param)
    const tenant = clientId.success ? await pipeline.findTenant(clientId.data) : null
    if (!tenant?.isActive) throw notFound()
    return tenant.clientId
  }
  /** Null without the cookie of a live session. */
  const actorOf = async (clientId: number, request: FastifyRequest): Promise<Actor | null> => {
    const session = pipeline.fileAccess.readCookie(clientId, requestFacts(request).cookies)
    return session && pipeline.findSession(session)
  }
  app.route<{ Params: { clientId: string; name: string } }>({
    method: ['GET', 'HEAD'],
    url: '/files/:clientId/:name',
    exposeHeadRoute: false,
    // No compression: these formats are small already, and it would break byte ranges.
    handler: async (request, reply) => {
      const clientId = await tenantOf(request.params.clientId)
      const { name } = request.params
      if (!isServedToStaff(name) || (await files.size(clientId, name)) === null) throw notFound()
      const isPublic = isPublicPicture(name) || (await isCover(clientId, urlOf(clientId, name)))
      // Staff may open every course, and the course builder works with stable paths.
      if (!isPublic && ((await actorOf(clientId, request))?.role ?? 'student') === 'student') throw notFound()
      return sendFile(request, reply, await openFile(files, clientId, name), { name, isPublic })
    },
  })
  app.route<{ Params: { clientId: string; ticket: string; name: string } }>({
    method: ['GET', 'HEAD'],
    url: '/files/:clientId/signed/:ticket/:name',
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const clientId = await tenantOf(request.params.clientId)
      const { name, ticket } = request.params
      const actor = await actorOf(clientId, request)
      if (!actor || !isServed(name)) throw notFound()
      const signed = { clientId, sessionId: actor.sessionId, name, ticket }
      const now = pipeline.clock.now()
      const parent = pipeline.fileAccess.readTicket(signed, now)
      if (!parent || !(await mayRead({ clientId, ...actor, now }, parent))) throw notFound()
      return sendFile(request, reply, await openFile(files, clientId, name), { name, isPublic: false })
    },
  })
}

const openFile = async (files: FileStore, clientId: number, name: string): Promise<StoredFile> => {
  const file = await files.open(clientId, name)
  if (!file) throw notFound()
  return file
}

const sendFile = async (
  request: FastifyRequest,
  reply: FastifyReply,
  file: StoredFile,
  { name, isPublic }: { name: string; isPublic: boolean },
) => {
  const etag = `"${name.split('.').at(-2)}"`
  void reply.headers({ ...headersFor(file, isPublic), etag })
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
