/**
 * An endpoint is data, described once: the server mounts it, the client calls it, test fakes mock it and the
 * API
 * document is derived from it. This file knows no HTTP library.
 */
import type * as z from 'zod/mini'

/** Who may call. `staff` = instructor, admin or superadmin (spec 6: admin_or_instructor). */
export type Access = 'public' | 'member' | 'staff' | 'admin' | 'superadmin'
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface EndpointSpec {
  /** Stable name, `feature.action`: the key of the access matrix and the OpenAPI operation id. */
  readonly name: string
  readonly method: Method
  /** Path with `{param}` placeholders; ends with a slash (rules: API). */
  readonly path: string
  readonly access: Access
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

/** Fills the `{placeholders}` of a path, percent-encoded. Throws when a value is missing. */
export const pathFor = (spec: Pick<EndpointSpec, 'path'>, params: Record<string, string | number>): string =>
  spec.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined) throw new Error(`pathFor: no value for {${name}} in ${spec.path}`)
    return encodeURIComponent(String(value))
  })
