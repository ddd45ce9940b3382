/** The OpenAPI 3.1 document, generated from the same definitions that the server validates with. */
import type { FastifyInstance } from 'fastify'
import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import {
  BOTH_SECRETS_HOURS,
  EVENT_ID_HEADER,
  RETRY_AFTER_MINUTES,
  SIGNATURE_HEADER,
  TRIES_MAX,
  webhookEventBody,
  webhookEventData,
  webhookEventTexts,
  type WebhookEventType,
} from '#contract/api-access/events.ts'
import { API_TOKEN_PREFIX, apiScopes, scopeOfEndpoint, scopeTexts } from '#contract/api-access/scopes.ts'
import { idempotencyOf, type EndpointSpec } from '#contract/endpoint.ts'
import { errorBody } from '#contract/errors.ts'
import { allEndpoints } from '#contract/index.ts'
import { registerDocsPage } from './docs-page.ts'

type Json = Record<string, unknown>

const STATUS_TEXT: Readonly<Record<number, string>> = {
  200: 'Done',
  201: 'Created',
  202: 'Accepted',
  204: 'Done; no content',
  400: 'The request could not be read',
  401: 'No or bad token',
  403: 'Known but not allowed',
  404: 'Not there for you',
  409: 'Conflict',
  413: 'The body is too large',
  415: 'The body is not JSON',
  422: 'Invalid fields, each named',
  429: 'Too many requests; Retry-After says when to try again',
  500: 'Something went wrong on the server',
  503: 'Busy or starting; Retry-After says when to try again',
}
const READABLE: Readonly<Record<EndpointSpec['access'], string>> = {
  public: 'Anybody.',
  member: 'Signed-in people of the client.',
  staff: 'Instructors, admins and superadmins of the client.',
  admin: 'Admins and superadmins of the client.',
  superadmin: 'Superadmins.',
}

const schemaOf = (schema: z.ZodMiniType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
  })
  return rest
}

const parametersOf = (schema: z.ZodMiniType | undefined, place: 'path' | 'query'): Json[] => {
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    // Path places of this API are ids: decimal text in the address, a whole number in meaning.
    schema:
      place === 'path' && /id$/i.test(name) && property['format'] === undefined
        ? idSchema(property)
        : property,
  }))
}

const idSchema = (property: Json): Json =>
  property['pattern'] === '^[1-9]\\d{0,9}$'
    ? { type: 'integer', minimum: 1, maximum: 2_147_483_647 }
    : property

/** Every error status that an endpoint may answer with. */
export const failuresOf = (spec: EndpointSpec): number[] => {
  const statuses = [
    ...(spec.body ? [400, 413, 415] : []),
    ...(spec.access === 'public' ? [] : [401]),
    403,
    404,
    ...(spec.body || spec.query ? [422] : []),
    429,
    500,
    503,
    ...(spec.alsoFails ?? []),
  ]
  return [...new Set(statuses)].toSorted((a, b) => a - b)
}

const successOf = (spec: EndpointSpec): Json => {
  const status = spec.status ?? 200
  return {
    [status]: {
      description: STATUS_TEXT[status] ?? 'Done',
      ...(status === 204
        ? {}
        : { content: { 'application/json': { schema: schemaOf(spec.response, 'output') } } }),
    },
  }
}

const failureAnswers = (spec: EndpointSpec): Json =>
  Object.fromEntries(
    failuresOf(spec).map((status) => [
      status,
      {
        description: STATUS_TEXT[status] ?? 'Refused',
        ...(status === 429 || status === 503
          ? { headers: { 'Retry-After': { description: 'Seconds', schema: { type: 'integer' } } } }
          : {}),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  )

const REPEATS: Readonly<Record<'key' | 'natural' | 'none', string>> = {
  key: 'A repeat with the same id in the body gets the first response.',
  natural: 'A repeat changes nothing more.',
  none: 'A repeat may act again.',
}

const descriptionOf = (spec: EndpointSpec): string => {
  const { rateLimit, method, access, whenInactive } = spec
  const lines = [`Who may call: ${READABLE[access]}`]
  if (whenInactive === 'allowed') lines.push('Also works for an inactive client.')
  if (rateLimit)
    lines.push(
      `Rate limit: ${rateLimit.requests} requests in ${rateLimit.windowMs / 1000} seconds for each ${access === 'public' ? 'address' : 'member'}, in addition to the common limits.`,
    )
  const scope = scopeOfEndpoint(spec.name)
  if (scope !== null) lines.push(`API tokens need the scope ${scope}.`)
  if (method !== 'GET') lines.push(REPEATS[idempotencyOf(spec) ?? 'none'])
  return lines.join(' ')
}

/** A token needs its scope; what the table of scopes does not name takes no token. */
const securityOf = (spec: EndpointSpec): Json[] => {
  if (spec.access === 'public') return []
  const scope = scopeOfEndpoint(spec.name)
  return [{ bearer: [] }, ...(scope === null ? [] : [{ apiToken: [scope] }])]
}

const TOKEN_SCHEME: Json = {
  type: 'http',
  scheme: 'bearer',
  description: [
    `An API token, which admins create at \`/admin/api\`. It begins with \`${API_TOKEN_PREFIX}\`, is sent as \`Authorization: Bearer …\`, and acts as no person.`,
    'It opens the operations that list one of its scopes under `security`; every other one answers 403. The common limit is 120 requests a minute for each token.',
    ...apiScopes.map((scope) => `- \`${scope}\`: ${scopeTexts[scope]}.`),
  ].join('\n'),
}

const policyOf = (spec: EndpointSpec): Json => ({
  ...(spec.rateLimit
    ? {
        'x-rate-limit': { requests: spec.rateLimit.requests, window_seconds: spec.rateLimit.windowMs / 1000 },
      }
    : {}),
  ...(spec.method === 'GET' ? {} : { 'x-idempotency': idempotencyOf(spec) ?? 'none' }),
})

const operationOf = (spec: EndpointSpec): Json => ({
  operationId: spec.name,
  tags: [spec.name.split('.', 1)[0]],
  summary: spec.summary,
  description: descriptionOf(spec),
  ...policyOf(spec),
  security: securityOf(spec),
  parameters: [...parametersOf(spec.params, 'path'), ...parametersOf(spec.query, 'query')],
  ...(spec.body
    ? {
        requestBody: {
          required: true,
          content: { 'application/json': { schema: schemaOf(spec.body, 'input') } },
        },
      }
    : {}),
  responses: { ...successOf(spec), ...failureAnswers(spec) },
})

const header = (name: string, description: string): Json => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
})

const WEBHOOK_TEXT = [
  'Sent by POST to the https address of a webhook, which must answer 2xx within 8 seconds; redirects are not followed.',
  `Deliveries come at least once and in no promised order: know an event by its \`id\`. Up to ${TRIES_MAX} tries, ${RETRY_AFTER_MINUTES.join(', ')} minutes apart; then the webhook is paused and the admins get a mail. Events are kept for 30 days.`,
].join(' ')
const SIGNATURE_TEXT = [
  '`t=<seconds>,v1=<signature>`: HMAC-SHA256, in hex, of the seconds, a point and the body as it came, under the secret of the webhook.',
  `Compare in constant time and refuse times that are more than five minutes away. For ${BOTH_SECRETS_HOURS} hours after a secret was replaced there are two \`v1\`; one of them must match.`,
].join(' ')

/** What the product sends to webhooks. */
const webhookOperations = (): Json =>
  Object.fromEntries(
    (Object.keys(webhookEventData) as WebhookEventType[]).map((type) => [
      type,
      {
        post: {
          operationId: `webhook.${type}`,
          tags: ['webhooks'],
          summary: webhookEventTexts[type],
          description: WEBHOOK_TEXT,
          parameters: [
            header(SIGNATURE_HEADER, SIGNATURE_TEXT),
            header(EVENT_ID_HEADER, 'The id of the event, the same at each try and replay'),
          ],
          requestBody: {
            required: true,
            content: { 'application/json': { schema: schemaOf(webhookEventBody(type), 'output') } },
          },
          responses: { '2XX': { description: 'Taken; everything else is tried again' } },
        },
      },
    ]),
  )

/** The whole document; `endpoints` is an argument so that tests can describe one of their own. */
export const openApiDocument = (endpoints: readonly EndpointSpec[] = allEndpoints): Json => {
  const paths: Record<string, Json> = {}
  for (const spec of endpoints) (paths[spec.path] ??= {})[spec.method.toLowerCase()] = operationOf(spec)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Learning platform API',
      version: '1',
      description:
        'Paths end with a slash, JSON is in snake_case, times are ISO 8601 in UTC. The client id in a path is the tenant of the call.',
    },
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    servers: [{ url: '/' }],
    tags: [...new Set(endpoints.map((spec) => spec.name.split('.', 1)[0]))].map((name) => ({ name })),
    paths,
    webhooks: webhookOperations(),
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        apiToken: TOKEN_SCHEME,
      },
      schemas: { Error: schemaOf(errorBody, 'output') },
    },
  }
}

/** `/api/openapi.json` and its readable form under `/api/docs/`. */
export const registerApiDescription = (app: FastifyInstance): void => {
  let made: { bytes: Buffer; etag: string } | null = null
  const document = () => {
    if (made) return made
    const bytes = Buffer.from(JSON.stringify(openApiDocument()))
    made = { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"` }
    return made
  }
  app.get('/api/openapi.json', (request, reply) => {
    const { bytes, etag } = document()
    void reply.headers({ 'cache-control': 'no-cache', etag, 'access-control-allow-origin': '*' })
    if (request.headers['if-none-match']?.replace(/^W\//, '') === etag) return reply.code(304).send()
    return reply.type('application/json; charset=utf-8').send(bytes)
  })
  registerDocsPage(app, () => openApiDocument())
}
