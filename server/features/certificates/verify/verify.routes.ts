/**
 * Public verification of certificates. Whoever has the number may see what the certificate says; every other number has one
 * answer, whether it is mistyped or unknown (CE1, CE4).
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readSerial, showSerial, verifyPath } from '#contract/certificates/serial.ts'
import type { PublicInfo } from '#contract/client-info/client-info.ts'
import { perMinute } from '#contract/endpoint.ts'
import { isLanguage, type Language } from '#contract/languages.ts'
import type { Core } from '#server/core/core.ts'
import { notFound } from '#server/core/http/errors.ts'
import { askedLanguage } from '#server/core/http/language.ts'
import { callerOf, createBuckets } from '#server/core/http/buckets.ts'
import { languageCookie } from '#server/core/http/cookies.ts'
import type { Tenant } from '#server/core/http/scope.ts'
import { verifiedQuery, type VerifiedRow } from '../certificates.repository.ts'
import {
  busyPage,
  certificatePage,
  lookUpPage,
  unknownPage,
  verifyStyle,
  type VerifyFrame,
} from './verify-page.ts'

export interface VerificationDependencies {
  readonly clientOf: (request: FastifyRequest) => Promise<{ clientId: number }>
  readonly findTenant: (clientId: number) => Promise<Tenant | null>
  readonly publicInfo: (clientId: number) => Promise<PublicInfo | null>
}

/** A person who types, and an employer with a pile of applications; too few for guessing 2^74 numbers. */
export const VERIFY_LIMIT = perMinute(30)

interface Asked {
  readonly clientId: number
  readonly at: VerifyFrame
}

const textIn = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 100) : '')

const languageOf = (request: FastifyRequest, tenant: Tenant): Language => {
  const offered = (value: unknown): value is Language => isLanguage(value) && tenant.languages.includes(value)
  const { lng } = request.query as { lng?: unknown }
  if (offered(lng)) return lng
  const chosen = languageCookie(request)
  if (offered(chosen)) return chosen
  return askedLanguage(request.headers['accept-language'], tenant) ?? tenant.languages[0]
}

export const registerVerification = (
  app: FastifyInstance,
  core: Pick<Core, 'db' | 'clock' | 'config'>,
  { clientOf, findTenant, publicInfo }: VerificationDependencies,
): void => {
  const { rateLimitFactor: factor } = core.config
  const buckets = createBuckets(core.clock)
  const limit = { ...VERIFY_LIMIT, requests: Math.max(1, Math.floor(VERIFY_LIMIT.requests * factor)) }

  const askedBy = async (request: FastifyRequest): Promise<Asked> => {
    const { clientId } = await clientOf(request)
    const [tenant, client] = [await findTenant(clientId), await publicInfo(clientId)]
    if (!tenant?.isActive || !client) throw notFound()
    const [path = '/verify/'] = request.url.split('?')
    return { clientId, at: { client, language: languageOf(request, tenant), path } }
  }

  const send = (reply: FastifyReply, { at }: Asked, { status, html }: { status: number; html: Buffer }) =>
    reply
      .code(status)
      .headers({
        'content-security-policy': verifyStyle(at.client).policy,
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex',
        vary: 'Cookie, Accept-Language',
      })
      .type('text/html; charset=utf-8')
      .send(html)

  /** Milliseconds until this address may look something up again. */
  const waitOf = (request: FastifyRequest, clientId: number): number =>
    Number.isFinite(factor) ? buckets.take(`${clientId}/${callerOf(request.ip)}`, limit) : 0

  const lookUp = async (request: FastifyRequest, reply: FastifyReply, typed: string) => {
    const asked = await askedBy(request)
    const { at, clientId } = asked
    const waitMs = waitOf(request, clientId)
    if (waitMs > 0) {
      void reply.header('retry-after', String(Math.ceil(waitMs / 1000)))
      return send(reply, asked, { status: 429, html: busyPage(at) })
    }
    const serial = readSerial(typed)
    const [rows = []] =
      serial === null
        ? []
        : ((await core.db.read(clientId, [verifiedQuery(clientId, serial, core.clock.now())])) as [
            VerifiedRow[],
          ])
    const [row] = rows
    if (!row) {
      const shown = serial === null ? typed : showSerial(serial)
      return send(reply, asked, { status: 404, html: unknownPage({ ...at, path: '/verify/' }, shown) })
    }
    return send(reply, asked, {
      status: 200,
      html: certificatePage({ ...at, path: verifyPath(row.serial) }, row),
    })
  }

  app.get('/verify/', async (request, reply) => {
    const { serial } = request.query as { serial?: unknown }
    const typed = textIn(serial)
    if (typed !== '') return lookUp(request, reply, typed)
    const asked = await askedBy(request)
    return send(reply, asked, { status: 200, html: lookUpPage(asked.at) })
  })
  app.get('/verify', (_request, reply) => reply.redirect('/verify/', 308))
  app.get<{ Params: { serial: string } }>('/verify/:serial', (request, reply) =>
    lookUp(request, reply, request.params.serial),
  )
}
