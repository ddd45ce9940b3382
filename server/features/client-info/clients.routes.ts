import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { idParam } from '#contract/common.ts'
import { type Language } from '#contract/languages.ts'
import { getClientInfo, getPublicInfo } from '#contract/client-info/client-info.ts'
import { createFreshCache } from '#server/core/changes/fresh-cache.ts'
import type { Core } from '#server/core/core.ts'
import { notFound } from '#server/core/http/errors.ts'
import { mount, type RequestPipeline } from '#server/core/http/pipeline.ts'
import {
  brandFile,
  brandFileNames,
  isShot,
  uploadedPicture,
  type BrandFile,
  type BrandSource,
} from './brand.ts'
import { DEFAULT_CLIENT_ID } from './default-client.ts'
import type { ClientRecord, ClientsService } from './clients.service.ts'

const BRAND_CACHING = 'public, max-age=3600, stale-while-revalidate=86400'
const BRAND_FILES_CACHED_MAX = 500
/** An uploaded picture never changes. */
const PICTURE_CACHING = 'public, max-age=31536000, immutable'
const PICTURES_CACHED_MAX = 100
const PICTURE_NAME = /^picture-([0-9a-f]{32})\.(?:png|webp)$/
/** About 200 kB each. */
const SHOTS_CACHED_MAX = 60

const clientIdOf = (text: unknown): number => {
  const parsed = idParam.safeParse(text)
  if (!parsed.success) throw notFound()
  return parsed.data
}

export const registerClientRoutes = (
  app: FastifyInstance,
  pipeline: RequestPipeline,
  core: Core,
  service: ClientsService,
  source: BrandSource,
): void => {
  const recordOf = async (clientId: number): Promise<ClientRecord> => {
    const record = await service.record(clientId)
    if (!record) throw notFound()
    return record
  }

  mount(app, pipeline, getPublicInfo, async (scope) => (await recordOf(scope.tenant.clientId)).publicJson)
  mount(app, pipeline, getClientInfo, async (scope) => (await recordOf(scope.tenant.clientId)).clientJson)

  app.get('/manifest.webmanifest', async (request, reply) => {
    const { client, lang } = request.query as { client?: unknown; lang?: unknown }
    const clientId =
      client === undefined
        ? ((await service.findTenantByHost(request.headers.host ?? ''))?.clientId ?? DEFAULT_CLIENT_ID)
        : clientIdOf(client)
    const { manifests, publicInfo } = await recordOf(clientId)
    const manifest = manifests.get(lang as Language) ?? manifests.get(publicInfo.languages[0] ?? 'en') ?? null
    if (!manifest) throw notFound()
    void reply.header('cache-control', 'no-cache').header('etag', manifest.etag)
    if (request.headers['if-none-match'] === manifest.etag) return reply.code(304).send()
    return reply.type('application/manifest+json; charset=utf-8').send(manifest.bytes)
  })

  const createFileCache = (maxEntries: number) =>
    createFreshCache<string, BrandFile | null>({
      feed: core.changes,
      affects: (change) =>
        change.kind === 'client' ? (key) => key.startsWith(`${change.clientId}/`) : false,
      maxEntries,
    })
  const fileCache = createFileCache(BRAND_FILES_CACHED_MAX)
  const shotCache = createFileCache(SHOTS_CACHED_MAX)
  const pictureCache = createFileCache(PICTURES_CACHED_MAX)

  const fileOf = (clientId: number, name: string, record: ClientRecord): Promise<BrandFile | null> => {
    const [, picture] = PICTURE_NAME.exec(name) ?? []
    const key = `${clientId}/${name}`
    if (picture !== undefined) return pictureCache.get(key, () => uploadedPicture(source, clientId, picture))
    return (isShot(name) ? shotCache : fileCache).get(key, () => brandFile(source, name, record))
  }

  app.get('/brand/:clientId/:file', async (request: FastifyRequest, reply: FastifyReply) => {
    const params = request.params as { clientId: string; file: string }
    const isPicture = PICTURE_NAME.test(params.file)
    if (!isPicture && !brandFileNames.includes(params.file) && !isShot(params.file)) throw notFound()
    const clientId = clientIdOf(params.clientId)
    const file = await fileOf(clientId, params.file, await recordOf(clientId))
    if (!file) throw notFound()
    void reply
      .header('cache-control', isPicture ? PICTURE_CACHING : BRAND_CACHING)
      .header('etag', file.etag)
      // An SVG opened directly is a document, so nothing in it may run. Mails and other origins may embed the image.
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('x-content-type-options', 'nosniff')
    if (request.headers['if-none-match'] === file.etag) return reply.code(304).send()
    return reply.type(file.type).send(file.bytes)
  })
}
