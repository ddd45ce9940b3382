/** Fakes single endpoints through the contract: a wrong path or shape fails the test (architecture 13). */
import { HttpResponse, http, type HttpHandler } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll } from 'vitest'
import type { BodyOf, EndpointSpec, ResponseInputOf } from '#contract/endpoint.ts'
import { ERROR_STATUS, type ErrorCode, type FieldIssue } from '#contract/errors.ts'

export interface FakeFailure {
  readonly fails: true
  readonly status: number
  readonly body: unknown
  readonly headers: Record<string, string>
}

interface FailureParts {
  detail?: string
  fields?: Record<string, FieldIssue[]>
  retry_after?: number
}

/** An error response in the format of contract/errors.ts. */
export const failWith = (code: ErrorCode, parts: FailureParts = {}): FakeFailure => {
  const detail = parts.detail ?? `failed: ${code}`
  return {
    fails: true,
    status: ERROR_STATUS[code],
    body: { ...parts, detail, message: detail, code, request_id: 'test' },
    headers: parts.retry_after === undefined ? {} : { 'retry-after': String(parts.retry_after) },
  }
}

/** A network error. */
export const noAnswer = { fails: true, status: 0, body: null, headers: {} } as const satisfies FakeFailure

export interface FakeRequest<E extends EndpointSpec> {
  params: Record<string, string>
  query: Record<string, string>
  body: BodyOf<E>
  request: Request
}

type FakeResponse<E extends EndpointSpec> = ResponseInputOf<E> | FakeFailure
type Resolver<E extends EndpointSpec> = (
  request: FakeRequest<E>,
) => FakeResponse<E> | Promise<FakeResponse<E>>

const isFakeFailure = (answer: unknown): answer is FakeFailure =>
  typeof answer === 'object' && answer !== null && 'fails' in answer

const handlerFor = <E extends EndpointSpec>(endpoint: E, resolver: Resolver<E>): HttpHandler => {
  const path = `*${endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1')}`
  const method = endpoint.method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete'
  return http[method](path, async ({ request, params }) => {
    const text = await request.clone().text()
    const sent: unknown = text === '' ? undefined : JSON.parse(text)
    const response = await resolver({
      params: params as Record<string, string>,
      query: Object.fromEntries(new URL(request.url).searchParams),
      // The test fails if the server would reject the body.
      body: (endpoint.body ? endpoint.body.parse(sent) : undefined) as BodyOf<E>,
      request,
    })
    if (isFakeFailure(response)) {
      if (response.status === 0) return HttpResponse.error()
      return HttpResponse.json(response.body as never, { status: response.status, headers: response.headers })
    }
    const status = endpoint.status ?? 200
    if (status === 204) return new HttpResponse(null, { status })
    return HttpResponse.json(endpoint.response.parse(response) as never, { status })
  })
}

// After a network error the app checks whether the server is reachable.
const server = setupServer(http.head('*/health.txt', () => new HttpResponse(null, { status: 200 })))

beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

/** Sets the response of an endpoint for the rest of the test; the latest call wins. */
export const fakeCall = <E extends EndpointSpec>(
  endpoint: E,
  answer: FakeResponse<E> | Resolver<E>,
): { readonly requests: FakeRequest<E>[] } => {
  const requests: FakeRequest<E>[] = []
  const resolver = typeof answer === 'function' ? (answer as Resolver<E>) : () => answer
  server.use(
    handlerFor(endpoint, (request) => {
      requests.push(request)
      return resolver(request)
    }),
  )
  return { requests }
}
