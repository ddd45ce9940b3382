/**
 * An endpoint is data, described once: the server mounts it, the client calls it, test fakes mock it and the API
 * document is derived from it. Its policy (access, rate limit, offline, repeats) is data too. This file knows no HTTP
 * library.
 */
import type * as z from 'zod/mini'
import type { SwitchableFeature } from './client-info/feature-slugs.ts'

/** Who may call. `staff` = instructor, admin or superadmin (spec 6: admin_or_instructor). */
export type Access = 'public' | 'member' | 'staff' | 'admin' | 'superadmin'
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** A token bucket: at most `requests` at once, refilled evenly over the window. */
export interface RateLimit {
  readonly requests: number
  readonly windowMs: number
  /** Endpoints that name the same bucket count together; else each counts by itself. */
  readonly bucket?: string
}
export const perMinute = (requests: number): RateLimit => ({ requests, windowMs: 60_000 })
export const perHour = (requests: number): RateLimit => ({ requests, windowMs: 3_600_000 })
export const perDay = (requests: number): RateLimit => ({ requests, windowMs: 86_400_000 })

export interface EndpointSpec {
  /** Stable name, `feature.action`: the key of the access matrix and the OpenAPI operation id. */
  readonly name: string
  readonly method: Method
  /** Path with `{param}` placeholders; ends with a slash (rules: API). */
  readonly path: string
  readonly access: Access
  /** The client's feature that the call belongs to: while it is off, the answer is 404 `feature_off`. Null: always there. */
  readonly feature: SwitchableFeature | null
  /** Counts per member, or per address for public calls, in addition to the common limits (rules: Limits, trust 8.6). */
  readonly rateLimit?: RateLimit
  /** The response holds tokens or keys: it is never compressed, because its length would tell about them (BREACH). */
  readonly hasSecrets?: true
  /** The response names stored files: it sets the cookie that lets this session's browser fetch them. */
  readonly opensFiles?: true
  /** The session needs a proof of the person's identity from the last five minutes (contract/auth/step-up.ts). */
  readonly stepUp?: true
  /**
   * In a support view (contract/auth/support.ts) every call that writes, proves an identity or answers secrets is refused.
   * `refused`: this read is too private as well.
   */
  readonly inSupportView?: 'refused'
  /** `allowed`: the endpoint also works for an inactive client. */
  readonly whenInactive?: 'allowed'
  /** `cache`: the app keeps the response for reading without a connection. Never for exams, accounts or money. */
  readonly offline?: 'cache'
  /**
   * What makes a repeat harmless. `key`: the body carries an id of this call; a repeat gets the first response.
   * `natural`: a repeat finds the work done and changes nothing; it may be refused. GET, PUT and DELETE are natural by
   * their method. Without it a repeat of POST or PATCH may act again.
   */
  readonly idempotency?: 'key' | 'natural'
  /** One line for the API document, in the imperative. */
  readonly summary: string
  readonly params: z.ZodMiniType
  readonly query?: z.ZodMiniType
  readonly body?: z.ZodMiniType
  readonly response: z.ZodMiniType
  /** Success status; default 200. */
  readonly status?: 200 | 201 | 202 | 204
  /** Error statuses beyond the common ones (400, 401, 403, 404, 422, 429) that a caller should expect. */
  readonly alsoFails?: readonly number[]
  /** Largest accepted body in bytes; default 1 MiB. */
  readonly bodyLimitBytes?: number
}

/** Keeps an endpoint's exact type while checking it against {@link EndpointSpec}. */
export const endpoint = <const S extends EndpointSpec>(spec: S): S => spec

export type ParamsOf<E extends EndpointSpec> = z.output<E['params']>
export type QueryOf<E extends EndpointSpec> = E['query'] extends z.ZodMiniType
  ? z.output<E['query']>
  : undefined
export type QueryInputOf<E extends EndpointSpec> = E['query'] extends z.ZodMiniType
  ? z.input<E['query']>
  : undefined
export type BodyOf<E extends EndpointSpec> = E['body'] extends z.ZodMiniType ? z.output<E['body']> : undefined
export type BodyInputOf<E extends EndpointSpec> = E['body'] extends z.ZodMiniType
  ? z.input<E['body']>
  : undefined
export type ResponseOf<E extends EndpointSpec> = z.output<E['response']>
export type ResponseInputOf<E extends EndpointSpec> = z.input<E['response']>

/** What makes a repeat of this call harmless; null if a repeat may act again. */
export const idempotencyOf = (spec: Pick<EndpointSpec, 'method' | 'idempotency'>): 'key' | 'natural' | null =>
  spec.idempotency ?? (spec.method === 'POST' || spec.method === 'PATCH' ? null : 'natural')

/** Fills the `{placeholders}` of a path, percent-encoded. Throws when a value is missing. */
export const pathFor = (spec: Pick<EndpointSpec, 'path'>, params: Record<string, string | number>): string =>
  spec.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined) throw new Error(`pathFor: no value for {${name}} in ${spec.path}`)
    return encodeURIComponent(String(value))
  })
