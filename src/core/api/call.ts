/** Calls an endpoint of the contract through a given client. */
import { pathFor } from '#contract/endpoint.ts'
import type { BodyInputOf, EndpointSpec, ParamsOf, QueryInputOf, ResponseOf } from '#contract/endpoint.ts'
import { clientId } from '#src/core/client-config/runtime-config.ts'
import { currentLanguage } from '#src/core/i18n/language.ts'
import { isApiError } from '#src/core/http/api-error.ts'
import { bodyOrBadAnswer, toApiError, type Http } from '#src/core/http/create-http.ts'
import { checkConnection } from '#src/core/http/connectivity.ts'

type Scalar = string | number | boolean | null | undefined
type OtherParams<E extends EndpointSpec> = Omit<ParamsOf<E>, 'clientId'>
type ParamsPart<E extends EndpointSpec> = keyof OtherParams<E> extends never
  ? { params?: { clientId?: number } }
  : { params: OtherParams<E> & { clientId?: number } }
type QueryPart<E extends EndpointSpec> =
  QueryInputOf<E> extends undefined ? object : { query?: { [K in keyof QueryInputOf<E>]?: Scalar } }
type BodyPart<E extends EndpointSpec> = BodyInputOf<E> extends undefined ? object : { body: BodyInputOf<E> }

/** `params.clientId` is the tenant of the page unless given; everything else is as the endpoint says. */
export type CallOptions<E extends EndpointSpec> = ParamsPart<E> &
  QueryPart<E> &
  BodyPart<E> & { signal?: AbortSignal | undefined }

type RestOf<E extends EndpointSpec> =
  Record<never, never> extends CallOptions<E> ? [options?: CallOptions<E>] : [options: CallOptions<E>]

export type Call = <E extends EndpointSpec>(endpoint: E, ...rest: RestOf<E>) => Promise<ResponseOf<E>>

interface LooseOptions {
  params?: Record<string, string | number>
  query?: Record<string, Scalar>
  body?: unknown
  signal?: AbortSignal
}

const asked = (query: Record<string, Scalar> = {}) =>
  Object.fromEntries(
    Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== ''),
  )

/** `client` is asked for at each call so that the configuration may arrive first. */
export const makeCall =
  (client: () => Http): Call =>
  async (endpoint, ...[options]) => {
    const { params, query, body, signal } = (options ?? {}) as LooseOptions
    try {
      const response = await client().request<unknown>({
        method: endpoint.method,
        headers: { 'accept-language': currentLanguage() },
        url: pathFor(endpoint, { clientId: clientId(), ...params }),
        params: asked(query),
        ...(body === undefined ? {} : { data: body }),
        ...(signal ? { signal } : {}),
      })
      const promisedNothing = endpoint.status === 204 || endpoint.status === 202
      return bodyOrBadAnswer(response.status, response.data, promisedNothing) as never
    } catch (error) {
      const failure = toApiError(error)
      // No answer: whether that is the connection or one call, the health check tells.
      if (isApiError(failure) && failure.code === 'network') void checkConnection()
      throw failure
    }
  }
