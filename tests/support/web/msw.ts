/** Single calls faked through the contract (ARCHITECTURE rule 13): the same path, the same shape, or the test fails. */
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

/** An error answer as the server words it (contract/errors.ts). */
export const failWith = (code: ErrorCode, parts: FailureParts = {}): FakeFailure => {
  const detail = parts.detail ?? `failed: ${code}`
  return {
    fails: true,
    status: ERROR_STATUS[code],
    body: { ...parts, detail, message: detail, code, request_id: 'test' },
    headers: parts.retry_after === undefined ? {} : { 'retry-after': String(parts.retry_after) },
  }
}

/** No answer at all. */
export const noAnswer = { fails: true, status: 0, body: null, headers: {} } as const satisfies FakeFailure

export interface FakeRequest<E extends EndpointSpec> {
  params: Record<string, string>
  query: Record<string, string>
  body: BodyOf<E>
  request: Request
}

type Answer<E extends EndpointSpec> = ResponseInputOf<E> | FakeFailure
type Resolver<E extends EndpointSpec> = (request: FakeRequest<E>) => Answer<E> | Promise<Answer<E>>

const isFailure = (answer: unknown): answer is FakeFailure =>
  typeof answer === 'object' && answer !== null && 'fails' in answer

const handlerFor = <E extends EndpointSpec>(endpoint: E, resolver: Resolver<E>): HttpHandler => {
  const path = `*${endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1')}`
  const method = endpoint.method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete'
  return http[method](path, async ({ request, params }) => {
    const text = await request.clone().text()
    const sent: unknown = text === '' ? undefined : JSON.parse(text)
    const answer = await resolver({
      params: params as Record<string, string>,
      query: Object.fromEntries(new URL(request.url).searchParams),
      // A body that the server would refuse is the test's finding.
      body: (endpoint.body ? endpoint.body.parse(sent) : undefined) as BodyOf<E>,
      request,
    })
    if (isFailure(answer)) {
      if (answer.status === 0) return HttpResponse.error()
      return HttpResponse.json(answer.body as never, { status: answer.status, headers: answer.headers })
    }
    const status = endpoint.status ?? 200
    if (status === 204) return new HttpResponse(null, { status })
    return HttpResponse.json(endpoint.response.parse(answer) as never, { status })
  })
}

// A call without an answer makes the app look whether the server is there at all.
const server = setupServer(http.head('*/health.txt', () => new HttpResponse(null, { status: 200 })))

beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

/** From now on, in this test, calls of the endpoint are answered so; the latest fake of an endpoint wins. */
export const fakeCall = <E extends EndpointSpec>(
  endpoint: E,
  answer: Answer<E> | Resolver<E>,
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
