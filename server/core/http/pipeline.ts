import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { API_TOKEN_PREFIX } from '#contract/api-access/scopes.ts'
import type { BodyOf, EndpointSpec, ParamsOf, QueryOf, ResponseInputOf } from '#contract/endpoint.ts'
import { BODY_LIMIT_BYTES } from '#contract/limits.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { FileAccess, FileSession, SignedAddresses } from '../files/file-access.ts'
import { noteCaller } from './error-answer.ts'
import { AppError, notFound } from './errors.ts'
import { EVENT_STREAM_HEADERS, EventStream } from './event-stream.ts'
import { jsonOf } from './body/json-body.ts'
import { bucketOf } from './buckets.ts'
import { ownCookies, setCookie, type Cookie } from './cookies.ts'
import { noteSender, refuseTooLarge } from './body/read-body.ts'
import {
  mayCall,
  requireFeature,
  requireStepUp,
  requireTokenScope,
  type Actor,
  type PublicScope,
  type RequestFacts,
  type ScopeFor,
  type Tenant,
} from './scope.ts'
import { checkSupportView, fileSessionOf, readOnly, type SupportCall } from '../security/support-view.ts'
import { validate } from './validate.ts'

/** What the border needs from features; `app.ts` hands it over. */
export interface RequestPipeline {
  db: Database
  clock: Clock
  /** Null for an unknown client id. */
  findTenant: (clientId: number) => Promise<Tenant | null>
  /** Throws `unauthenticated` for every bad, foreign, expired or revoked token, always with the same words. */
  authenticate: (tenant: Tenant, bearer: string | undefined, request: RequestFacts) => Promise<Actor>
  /** The same for API tokens, which only endpoints of the contract accept. */
  authenticateToken: (tenant: Tenant, token: string) => Promise<Actor>
  /** The person of a session by its id; null when it ended or its person may no longer act. */
  findSession: (session: {
    readonly clientId: number
    readonly userId: number
    readonly sessionId: string
  }) => Promise<Actor | null>
  fileAccess: FileAccess
  /** Throws `too_many_requests` when the address failed to authenticate too often. Called before the token is checked. */
  limitAuthentication: (request: RequestFacts) => { readonly succeeded: () => void }
  /** Throws `too_many_requests`. Called after authentication, so that members have buckets of their own. */
  limit: (spec: EndpointSpec, tenant: Tenant, actor: Actor | null, request: RequestFacts) => Promise<void>
  /** Records what a support view asked for, before it is answered. */
  recordSupport: (call: SupportCall) => Promise<void>
}

/** An answer with more than a body. Plain return values are sent with the endpoint's own status. */
export class Answer<Body> {
  readonly body: Body
  readonly headers: Record<string, string>
  readonly cookies: readonly Cookie[]
  constructor(body: Body, extra: { headers?: Record<string, string>; cookies?: readonly Cookie[] } = {}) {
    this.body = body
    this.headers = extra.headers ?? {}
    this.cookies = extra.cookies ?? []
  }
}

/** A body that was validated and serialised when it was cached; sent as it is, with an ETag. */
export class CachedJson {
  readonly bytes: Buffer
  readonly etag: string
  constructor(bytes: Buffer, etag: string) {
    this.bytes = bytes
    this.etag = etag
  }
}

/** A response with an ETag, so that asking again for what has not changed is an empty 304. The schema is applied here. */
export const taggedJson = <E extends EndpointSpec>(spec: E, body: ResponseInputOf<E>): CachedJson => {
  const bytes = Buffer.from(JSON.stringify(spec.response.parse(body)))
  return new CachedJson(bytes, `"${hash('sha256', bytes, 'base64url').slice(0, 22)}"`)
}

export interface Input<E extends EndpointSpec> {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
}
export type Handler<E extends EndpointSpec> = (
  scope: ScopeFor<E['access']>,
  input: Input<E>,
) => Promise<ResponseInputOf<E> | Answer<ResponseInputOf<E>> | CachedJson | EventStream>

export const requestFacts = (request: FastifyRequest): RequestFacts => ({
  id: request.id,
  ip: request.ip,
  userAgent: String(request.headers['user-agent'] ?? '').slice(0, 400),
  cookies: ownCookies(request),
  origin: `${request.protocol}://${request.host}`,
  ...(request.headers['accept-language'] && { acceptLanguage: request.headers['accept-language'] }),
  events: {
    held: String(request.headers.accept ?? '').includes('text/event-stream'),
    lastId: String(request.headers['last-event-id'] ?? '').slice(0, 40),
  },
})

/** Node keeps the first of several Authorization headers; a proxy before us may have judged another (A10). */
const soleAuthorization = ({ headers, raw }: FastifyRequest): string | undefined => {
  let found = 0
  for (let index = 0; index < raw.rawHeaders.length; index += 2) {
    const name = raw.rawHeaders[index]
    if (name?.length === 13 && name.toLowerCase() === 'authorization') found += 1
  }
  return found > 1 ? undefined : headers.authorization
}

const tenantOf = async (pipeline: RequestPipeline, params: unknown): Promise<Tenant> => {
  const clientId = (params as { clientId?: number }).clientId
  const tenant = clientId === undefined ? null : await pipeline.findTenant(clientId)
  if (!tenant) throw notFound()
  return tenant
}

const SCHEME = 'Bearer '
const TOKEN_SCHEME = SCHEME + API_TOKEN_PREFIX

const actorOf = async (
  pipeline: RequestPipeline,
  tenant: Tenant,
  request: FastifyRequest,
  facts: RequestFacts,
): Promise<Actor> => {
  const attempt = pipeline.limitAuthentication(facts)
  const bearer = soleAuthorization(request)
  const actor = bearer?.startsWith(TOKEN_SCHEME)
    ? await pipeline.authenticateToken(tenant, bearer.slice(SCHEME.length))
    : await pipeline.authenticate(tenant, bearer, facts)
  attempt.succeeded()
  noteCaller(request, actor)
  return actor
}

/** As long as the longest session; a cookie of a session that ended opens nothing. */
const FILE_COOKIE_SECONDS = 30 * 86_400
const fileCookie = (access: FileAccess, session: FileSession): Cookie => ({
  ...access.cookieFor(session),
  maxAgeSeconds: FILE_COOKIE_SECONDS,
  httpOnly: true,
})

const send = (reply: FastifyReply, spec: EndpointSpec, result: unknown) => {
  if (result instanceof CachedJson) {
    void reply.header('etag', result.etag).type('application/json; charset=utf-8')
    // Weakly: a compressed answer went out with the same tag as W/"…".
    const asked = reply.request.headers['if-none-match']
    if (asked?.replace(/^W\//, '') === result.etag) return reply.code(304).send()
    return reply.send(result.bytes)
  }
  if (result instanceof EventStream) return reply.headers(EVENT_STREAM_HEADERS).send(result.events)
  const answer = result instanceof Answer ? result : new Answer(result)
  for (const [name, value] of Object.entries(answer.headers)) void reply.header(name, value)
  for (const cookie of answer.cookies) setCookie(reply, cookie)
  const status = spec.status ?? 200
  if (status === 204) return reply.code(204).send()
  // The response schema is applied on sending: a column that the contract does not name cannot leak.
  const body = spec.response.parse(answer.body)
  return reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(body))
}

/** A request that may be served. */
interface Admitted {
  readonly params: unknown
  readonly tenant: Tenant
  readonly actor: Actor | null
  readonly facts: RequestFacts
}
const admitted = new WeakMap<FastifyRequest, Admitted>()

/** Everything that refuses a caller. It needs the head of the request alone, so that their bodies are never read. */
const admit = async (
  pipeline: RequestPipeline,
  spec: EndpointSpec,
  request: FastifyRequest,
): Promise<Admitted> => {
  refuseTooLarge(request)
  const params = validate(spec.params, request.params, 'params')
  const tenant = await tenantOf(pipeline, params)
  const facts = requestFacts(request)
  if (!tenant.isActive && spec.whenInactive !== 'allowed')
    throw new AppError('client_inactive', 'Your account is not active')
  const actor = spec.access === 'public' ? null : await actorOf(pipeline, tenant, request, facts)
  if (actor) requireTokenScope(spec, actor)
  // After the token: strangers learn nothing about what a client has switched on.
  requireFeature(spec, tenant)
  if (actor?.support)
    await checkSupportView(pipeline, spec, {
      clientId: tenant.clientId,
      actor: { ...actor, support: actor.support },
      url: request.url,
      request: facts,
    })
  if (spec.access !== 'public' && actor && !mayCall(spec.access, actor.role))
    throw new AppError('forbidden', "You don't have permission to do this.")
  await pipeline.limit(spec, tenant, actor, facts)
  requireStepUp(spec, actor, pipeline.clock.now())
  noteSender(request, `${tenant.clientId}/${bucketOf(actor, facts)}`)
  return { params, tenant, actor, facts }
}

/**
 * Mounts one endpoint as the readable stack. Before the body is read: its size, path, tenant, token, feature, role, limit,
 * proof of identity. Then: read and parse the body, validate the rest, handle, send.
 */
export const mount = <E extends EndpointSpec>(
  app: FastifyInstance,
  pipeline: RequestPipeline,
  spec: E,
  handler: Handler<E>,
): void => {
  app.route({
    method: spec.method,
    url: spec.path.replace(/\{(\w+)\}/g, ':$1'),
    bodyLimit: spec.bodyLimitBytes ?? BODY_LIMIT_BYTES,
    config: { hasSecrets: spec.hasSecrets ?? false },
    onRequest: async (request) => {
      admitted.set(request, await admit(pipeline, spec, request))
    },
    handler: async (request, reply) => {
      const { params, tenant, actor, facts } = admitted.get(request)!
      const query = spec.query ? validate(spec.query, request.query, 'query') : undefined
      const body = spec.body ? validate(spec.body, (await jsonOf(request)) ?? {}, 'body') : undefined
      const session = actor && fileSessionOf(tenant, actor)
      const scope: PublicScope & { actor: Actor | null; files: SignedAddresses | null } = {
        tenant,
        actor,
        files: session && pipeline.fileAccess.addressesFor(session, pipeline.clock.now()),
        clock: pipeline.clock,
        request: facts,
        tx: (work) => pipeline.db.withTenant(tenant.clientId, actor?.support ? readOnly(work) : work),
        read: (...queries) => pipeline.db.read(tenant.clientId, queries),
      }
      const result = await handler(
        scope as unknown as ScopeFor<E['access']>,
        { params, query, body } as Input<E>,
      )
      if (spec.opensFiles && session && !actor.token)
        setCookie(reply, fileCookie(pipeline.fileAccess, session))
      return send(reply, spec, result)
    },
  })
}
