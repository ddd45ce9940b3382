/** What a support view may do, at the border of every call (contract/auth/support.ts, TE11). */
import { sql } from 'kysely'
import type { EndpointSpec } from '#contract/endpoint.ts'
import type { TenantDb } from '../db/database.ts'
import type { FileSession } from '../files/file-access.ts'
import { AppError } from '../http/errors.ts'
import type { Actor, RequestFacts, SupportAccess, Tenant } from '../http/scope.ts'

export interface SupportCall {
  readonly clientId: number
  readonly actor: Actor & { readonly support: SupportAccess }
  readonly endpoint: string
  /** Without the query, which may hold what somebody typed. */
  readonly path: string
  readonly isRefused: boolean
  readonly request: Pick<RequestFacts, 'id' | 'ip'>
}

const readOnlyError = (cause?: unknown) =>
  new AppError('support_read_only', 'You’re in a support view. You can look, but nothing can be changed.', {
    cause,
  })

/** Reads that are not secret, not private and prove nothing. */
const refusalOf = (
  spec: Pick<EndpointSpec, 'method' | 'hasSecrets' | 'stepUp' | 'inSupportView'>,
): AppError | null => {
  if (spec.method !== 'GET') return readOnlyError()
  if (spec.hasSecrets || spec.stepUp || spec.inSupportView === 'refused')
    return new AppError('support_private', 'This is private and isn’t shown in a support view.')
  return null
}

/** Records the call, then throws if the view may not make it. */
export const checkSupportView = async (
  { recordSupport }: { readonly recordSupport: (call: SupportCall) => Promise<void> },
  spec: EndpointSpec,
  { url, ...call }: Pick<SupportCall, 'clientId' | 'actor' | 'request'> & { readonly url: string },
): Promise<void> => {
  const refusal = refusalOf(spec)
  const path = url.split('?')[0] ?? url
  await recordSupport({ ...call, endpoint: spec.name, path, isRefused: refusal !== null })
  if (refusal) throw refusal
}

const READ_ONLY_TRANSACTION = '25006'

/** The same work in a transaction in which the database refuses every write, for reads that also note something. */
export const readOnly =
  <T>(work: (db: TenantDb) => Promise<T>) =>
  async (db: TenantDb): Promise<T> => {
    await sql`set transaction read only`.execute(db)
    try {
      return await work(db)
    } catch (error) {
      throw (error as { code?: unknown }).code === READ_ONLY_TRANSACTION ? readOnlyError(error) : error
    }
  }

/** The browser of a support view has the administrator's cookie, which stays as it is. */
export const fileSessionOf = (
  { clientId }: Pick<Tenant, 'clientId'>,
  { userId, sessionId, support }: Actor,
): FileSession =>
  support
    ? { clientId, userId: support.adminId, sessionId: support.sessionId }
    : { clientId, userId, sessionId }
