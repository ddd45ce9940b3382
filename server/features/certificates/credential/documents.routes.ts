/**
 * Public addresses, by host: the files of a certificate under its serial (74 random bits, as the verification page), the
 * issuer's document and the status lists.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readSerial } from '#contract/certificates/serial.ts'
import type { PublicInfo } from '#contract/client-info/client-info.ts'
import { perMinute } from '#contract/endpoint.ts'
import type { Core } from '#server/core/core.ts'
import { AppError, notFound } from '#server/core/http/errors.ts'
import { callerOf, createBuckets } from '#server/core/http/buckets.ts'
import type { Tenant } from '#server/core/http/scope.ts'
import type { PictureSources } from '../certificate-of-row.ts'
import { addressesAt } from './addresses.ts'
import {
  certificateFile,
  certificateFiles,
  issuerOf,
  statusListOf,
  type At,
  type CertificateFile,
  type DocumentsContext,
} from './documents.service.ts'

export interface CredentialDependencies {
  readonly clientOf: (request: FastifyRequest) => Promise<{ clientId: number; origin: string | null }>
  readonly findTenant: (clientId: number) => Promise<Tenant | null>
  readonly publicInfo: (clientId: number) => Promise<PublicInfo | null>
  readonly defaultClientId: number
  readonly pictures: PictureSources
}

/** A page of certificates has a picture each; drawing one takes about 100 ms. */
const DOCUMENTS_LIMIT = perMinute(120)

const TYPES: Readonly<Record<CertificateFile, string>> = {
  'certificate.pdf': 'application/pdf',
  'certificate.png': 'image/png',
  'badge.png': 'image/png',
  'credential.json': 'application/json',
}
const isFile = (name: string): name is CertificateFile => Object.hasOwn(certificateFiles, name)

/** Verifiers run in pages of other sites, too. Nothing here depends on who asks. */
const OPEN = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' } as const

export const registerCredentials = (
  app: FastifyInstance,
  core: Pick<Core, 'db' | 'vault' | 'clock' | 'config'>,
  { clientOf, findTenant, publicInfo, defaultClientId, pictures }: CredentialDependencies,
): void => {
  const { rateLimitFactor: factor, demo } = core.config
  const context: DocumentsContext = { core, pictures }
  const buckets = createBuckets(core.clock)
  const limit = { ...DOCUMENTS_LIMIT, requests: Math.max(1, Math.floor(DOCUMENTS_LIMIT.requests * factor)) }

  const at = async (request: FastifyRequest): Promise<At & { name: string }> => {
    const { clientId, origin: own } = await clientOf(request)
    const tenant = await findTenant(clientId)
    if (!tenant?.isActive) throw notFound()
    if (Number.isFinite(factor)) {
      const waitMs = buckets.take(`${clientId}/${callerOf(request.ip)}`, limit)
      if (waitMs > 0)
        throw new AppError('too_many_requests', 'Too many requests. Please wait a moment.', {
          retryAfterSeconds: Math.ceil(waitMs / 1000),
        })
    }
    // Only an installation that does not know its own address trusts the request's.
    const origin = own ?? `${request.protocol}://${request.host}`
    const demoClientId = own === null && demo && clientId !== defaultClientId ? clientId : null
    const name = (await publicInfo(clientId))?.name ?? tenant.name
    return { clientId, origin, name, addresses: addressesAt(origin, clientId, demoClientId) }
  }

  const sendJson = (reply: FastifyReply, body: unknown, maxAgeSeconds: number) =>
    reply
      .headers({ ...OPEN, 'cache-control': `public, max-age=${maxAgeSeconds}`, vary: 'Cookie' })
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(body))

  app.get<{ Params: { serial: string; file: string } }>('/verify/:serial/:file', async (request, reply) => {
    const { file } = request.params
    const serial = readSerial(request.params.serial)
    if (!isFile(file)) throw notFound()
    const place = await at(request)
    const bytes = serial === null ? null : await certificateFile(context, place, { serial, file })
    if (bytes === null) throw notFound()
    const isPicture = file === 'certificate.png'
    return reply
      .headers({
        ...(!isPicture && {
          'content-disposition': `attachment; filename="${file.replace('.', `-${request.params.serial}.`)}"`,
        }),
        // A revoked certificate disappears from pages after an hour at the latest.
        'cache-control': isPicture ? 'private, max-age=3600' : 'private, no-store',
        'x-robots-tag': 'noindex',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "sandbox; default-src 'none'",
      })
      .type(TYPES[file])
      .send(typeof bytes === 'string' ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  })
  app.get('/credentials/issuer', async (request, reply) => {
    const place = await at(request)
    return sendJson(reply, await issuerOf(context, place, place.name), 300)
  })
  app.get<{ Params: { list: string } }>('/credentials/status/:list', async (request, reply) => {
    const place = await at(request)
    const isNumber = /^[1-9]\d{0,5}$/.test(request.params.list)
    const list = isNumber ? await statusListOf(context, place, Number(request.params.list)) : null
    if (!list) throw notFound()
    return sendJson(reply, list, 60)
  })
}
