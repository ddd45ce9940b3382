/**
 * Files of SCORM packages. Their scripts are untrusted: they run on an origin of their own, or in a sandbox without
 * an origin, and reach only the package's own files (C6, C7).
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { idParam } from '#contract/common.ts'
import { byteRange } from '#server/core/http/page/byte-range.ts'
import { notFound } from '#server/core/http/errors.ts'
import type { RequestPipeline } from '#server/core/http/pipeline.ts'
import type { Zip, ZipEntry } from '#server/core/packages/zip.ts'
import { isActive, isSandboxedCaller, VARY_BY_CALLER } from './allowed-caller.ts'
import { mayLoadFiles } from './attempts.repository.ts'
import { isPage, typeOf } from './file-types.ts'
import { packageOfHost } from './origin.ts'
import type { createReader } from './package-reader.ts'
import { runTime, withRunTime } from './run-time.ts'
import type { Ticket, Tickets } from './tickets.ts'

export interface FilesContext {
  tickets: Tickets
  packagesUrl: string | null
  packageAt: ReturnType<typeof createReader>
}

/** Pages are read whole, because the run-time is inserted into them. */
const PAGE_MAX_BYTES = 16 * 1024 ** 2
const HOUR_SECONDS = 3600
const YEAR_SECONDS = 31_536_000
const OWN_FILES = "'self' data: blob:"

/**
 * Allows only the package's own files. Inline scripts and eval stay allowed: old course tools need them. With
 * `keepsOrigin`, the frame keeps the package's origin; only for an origin that serves nothing else.
 */
const policyOf = (keepsOrigin: boolean): string =>
  [
    // Modals: packages ask whether to resume.
    `sandbox allow-scripts allow-forms allow-modals allow-popups allow-downloads${keepsOrigin ? ' allow-same-origin' : ''}`,
    "default-src 'none'",
    `script-src ${OWN_FILES} 'unsafe-inline' 'unsafe-eval'`,
    `style-src ${OWN_FILES} 'unsafe-inline'`,
    `img-src ${OWN_FILES}`,
    `font-src ${OWN_FILES}`,
    `media-src ${OWN_FILES}`,
    `connect-src ${OWN_FILES}`,
    `frame-src ${OWN_FILES}`,
    `worker-src ${OWN_FILES}`,
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
  ].join('; ')

/** The same for every response: frames without an origin count as cross-origin and hold nothing worth stealing. */
const headersOf = (keepsOrigin: boolean): Record<string, string> => ({
  'content-security-policy': policyOf(keepsOrigin),
  'cross-origin-resource-policy': 'cross-origin',
  'access-control-allow-origin': '*',
  'x-content-type-options': 'nosniff',
  // The address grants access, so it must not leak.
  'referrer-policy': 'no-referrer',
})

export const registerFileRoutes = (
  app: FastifyInstance,
  pipeline: RequestPipeline,
  context: FilesContext,
): void => {
  isolatePackageHosts(app, context.packagesUrl)
  /** Packages with an origin of their own are served nowhere else. */
  const requirePackageHost = ({ host }: FastifyRequest) => {
    const packageHost = packageOfHost(host, context.packagesUrl)
    if (packageHost === null && context.packagesUrl !== null) throw notFound()
    return packageHost
  }
  app.get<{ Params: { name: string } }>('/files/scorm/run-time/:name', async (request, reply) => {
    requirePackageHost(request)
    const runTimeScript = (['1.2', '2004'] as const).map(runTime).find(({ path }) => path === request.url)
    if (!runTimeScript) throw notFound()
    allowFraming(reply)
    return reply
      .headers({
        ...headersOf(false),
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': `public, max-age=${YEAR_SECONDS}, immutable`,
      })
      .send(runTimeScript.script)
  })
  app.route<{ Params: { clientId: string; ticket: string; '*': string } }>({
    method: ['GET', 'HEAD'],
    url: '/files/:clientId/scorm/:ticket/*',
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const host = requirePackageHost(request)
      const clientId = idParam.safeParse(request.params.clientId)
      const tenant = clientId.success ? await pipeline.findTenant(clientId.data) : null
      if (!tenant?.isActive) throw notFound()
      const ticket = context.tickets.read(tenant.clientId, request.params.ticket, pipeline.clock.now())
      if (!ticket) throw notFound()
      // A package must not read another package's browser storage.
      if (host !== null && host !== 'shared' && !isPackageOf(host, tenant.clientId, ticket)) throw notFound()
      const { userId, sessionId, itemId } = ticket
      const key = { clientId: tenant.clientId, userId, itemId }
      if (!(await pipeline.findSession({ ...key, sessionId }))) throw notFound()
      if (!(await pipeline.db.withTenant(tenant.clientId, (db) => mayLoadFiles(db, key)))) throw notFound()
      const zip = await context.packageAt(tenant.clientId, ticket.file)
      const entry = zip?.find(request.params['*'])
      if (!zip || !entry) throw notFound()
      if (host === null && !isSandboxedCaller(request.headers, typeOf(entry.name))) throw notFound()
      allowFraming(reply)
      void reply.headers(headersOf(host !== null))
      return send(request, reply, { zip, entry, ticket, isOnProductOrigin: host === null })
    },
  })
}

const isPackageOf = (host: { clientId: number; itemId: number }, clientId: number, { itemId }: Ticket) =>
  host.clientId === clientId && host.itemId === itemId

/** The player frames package files; the product's own pages stay unframeable. */
const allowFraming = (reply: FastifyReply) => void reply.removeHeader('x-frame-options')

/** A package's origin serves nothing else: no page, no session, nothing to steal. */
const isolatePackageHosts = (app: FastifyInstance, packagesUrl: string | null): void => {
  app.addHook('onRequest', (request, _reply, done) => {
    const foreign =
      packageOfHost(request.host, packagesUrl) !== null &&
      !/^\/files\/(?:\d{1,10}\/scorm|scorm\/run-time)\//.test(request.url)
    done(foreign ? notFound() : undefined)
  })
}

interface PackageFile {
  zip: Zip
  entry: ZipEntry
  ticket: Ticket
  isOnProductOrigin: boolean
}

/** On the product's origin a cache must not hand a script that a package loaded to a page of the product. */
const cachingOf = (type: string | null, isOnProductOrigin: boolean): Record<string, string> => ({
  'cache-control':
    isOnProductOrigin && isActive(type) ? 'private, no-store' : `private, max-age=${HOUR_SECONDS}`,
  ...(isOnProductOrigin && { vary: VARY_BY_CALLER }),
})

const send = async (
  request: FastifyRequest,
  reply: FastifyReply,
  { zip, entry, ticket, isOnProductOrigin }: PackageFile,
) => {
  const type = typeOf(entry.name)
  // The address is valid for one person and some hours; a browser may cache it likewise.
  const etag = `"${ticket.file.split('.').at(-2)}-${entry.bytes}"`
  void reply.headers({
    'content-type': type ?? 'application/octet-stream',
    ...cachingOf(type, isOnProductOrigin),
    etag,
    ...(type === null && { 'content-disposition': 'attachment' }),
  })
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  if (isPage(type) && entry.bytes <= PAGE_MAX_BYTES)
    return reply.send(withRunTime(await zip.read(entry.name, PAGE_MAX_BYTES), ticket.version))
  void reply.header('accept-ranges', 'bytes')
  const range = byteRange(request.headers.range, entry.bytes)
  if (range === 'unsatisfiable')
    return reply.code(416).header('content-range', `bytes */${entry.bytes}`).send()
  if (range === 'whole') {
    void reply.header('content-length', entry.bytes)
    return reply.send(request.method === 'HEAD' ? undefined : await zip.stream(entry.name))
  }
  void reply.code(206).headers({
    'content-range': `bytes ${range.start}-${range.end}/${entry.bytes}`,
    'content-length': range.end - range.start + 1,
  })
  return reply.send(request.method === 'HEAD' ? undefined : await zip.stream(entry.name, range))
}
