import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { webhookEvents } from '#contract/api-access/events.ts'
import { scopeOfEndpoint } from '#contract/api-access/scopes.ts'
import { login, logout } from '#contract/auth/auth.ts'
import { getPublicInfo } from '#contract/client-info/client-info.ts'
import { createThread } from '#contract/community/community.ts'
import { endpoint, type EndpointSpec } from '#contract/endpoint.ts'
import { allEndpoints } from '#contract/index.ts'
import { openApiDocument } from '#server/core/http/openapi.ts'
import { startTestServer, type TestServer } from '#tests/support/server/server.ts'

interface Document {
  openapi: string
  paths: Record<
    string,
    Record<string, { operationId: string; parameters: { name: string }[]; responses: object }>
  >
}

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

it('describes every endpoint with its parameters and errors', async () => {
  const document = (await server.app.inject('/api/openapi.json')).json<Document>()

  expect(document.openapi).toBe('3.1.0')
  for (const spec of allEndpoints) {
    const operation = document.paths[spec.path]?.[spec.method.toLowerCase()]
    expect(operation?.operationId).toBe(spec.name)
    const places = [...spec.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    expect(operation?.parameters.map(({ name }) => name)).toEqual(expect.arrayContaining(places))
    expect(Object.keys(operation?.responses ?? {})).toEqual(
      expect.arrayContaining([
        String(spec.status ?? 200),
        '404',
        '429',
        ...(spec.access === 'public' ? [] : ['401']),
      ]),
    )
  }
})

it('ST7: names the scope that an API token needs, and none where tokens are refused', () => {
  const { paths } = openApiDocument() as {
    paths: Record<string, Record<string, { operationId: string; security: object[] }>>
  }
  const securityOf = new Map(
    Object.values(paths).flatMap((path) =>
      Object.values(path).map(({ operationId, security }) => [operationId, security] as const),
    ),
  )
  for (const { name, access } of allEndpoints) {
    const scope = scopeOfEndpoint(name)
    const token = scope === null ? [] : [{ apiToken: [scope] }]
    expect([name, securityOf.get(name)]).toEqual([
      name,
      access === 'public' ? [] : [{ bearer: [] }, ...token],
    ])
  }
  expect(securityOf.get('money.payments')).toEqual([{ bearer: [] }, { apiToken: ['payments.read'] }])
})

it('ST6: describes every event of webhooks with its body and its signature', () => {
  const { webhooks } = openApiDocument() as {
    webhooks: Record<string, { post: { parameters: { name: string }[]; requestBody: object } }>
  }
  expect(Object.keys(webhooks)).toEqual([...webhookEvents, 'webhook.test'])
  for (const { post } of Object.values(webhooks))
    expect(post.parameters.map(({ name }) => name)).toEqual(['webhook-signature', 'webhook-id'])
  expect(JSON.stringify(webhooks['refund.made'])).toContain('amount_minor')
})

it('has unique operation ids', () => {
  const ids = allEndpoints.map(({ name }) => name)

  expect(new Set(ids).size).toBe(ids.length)
})

it('describes body and response of an endpoint in full', () => {
  const spec = endpoint({
    name: 'test.make',
    method: 'POST',
    path: '/api/clients/{clientId}/things/',
    access: 'staff',
    feature: null,
    summary: 'Makes a thing',
    params: z.object({ clientId: z.string() }),
    body: z.object({ title: z.string().check(z.maxLength(9)) }),
    response: z.object({ id: z.int() }),
    status: 201,
    alsoFails: [409],
  })
  const text = JSON.stringify(openApiDocument([spec]))

  expect(text).toContain('"maxLength":9')
  expect(text).toContain('"201"')
  expect(text).toContain('"409"')
  expect(text).toContain('"security":[{"bearer":[]}]')
})

it('shows the rate limit of an endpoint and whether a repeat is harmless', () => {
  const paths = openApiDocument()['paths'] as Record<string, Record<string, Record<string, unknown>>>
  const operation = ({ method, path }: EndpointSpec) => paths[path]?.[method.toLowerCase()]

  expect(operation(login)).toMatchObject({
    'x-rate-limit': { requests: 10, window_seconds: 60 },
    'x-idempotency': 'none',
    description: expect.stringContaining('10 requests in 60 seconds for each address'),
  })
  expect(operation(createThread)).toMatchObject({ 'x-idempotency': 'key' })
  expect(operation(logout)).toMatchObject({ 'x-idempotency': 'natural' })
  expect(operation(getPublicInfo)?.['description']).toContain('inactive client')
  for (const spec of allEndpoints)
    expect(operation(spec)?.['x-rate-limit'] !== undefined).toBe(spec.rateLimit !== undefined)
})

it('shows every endpoint on a page without scripts', async () => {
  const page = await server.app.inject('/api/docs/')

  expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(page.headers['content-security-policy']).not.toContain('script-src')
  expect(page.body).not.toContain('<script')
  for (const spec of allEndpoints) expect(page.body).toContain(`id="${spec.name}"`)
})

it('filters the page by a search and escapes the query', async () => {
  const found = await server.app.inject('/api/docs/?q=refresh-token')
  const none = await server.app.inject('/api/docs/?q=%22%3E%3Cscript%3E')

  expect(found.body).toContain('id="auth.refresh"')
  expect(found.body).not.toContain('id="courses.list"')
  expect(none.body).toContain('Nothing matches')
  expect(none.body).not.toContain('<script>')
})
