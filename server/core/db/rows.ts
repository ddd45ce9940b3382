/** Statements as text within a transaction that is already open. */
import { CompiledQuery } from 'kysely'
import type { TenantDb } from './database.ts'
import type { CallTenantFunction, Query, Rows } from './query.ts'

/** Runs one query in the transaction. */
export const rowsIn =
  (db: TenantDb): Rows =>
  async <R>(query: Query) =>
    (await db.executeQuery<R>(CompiledQuery.raw(query.text, [...query.values]))).rows

/** Runs several queries in the transaction, one after another: what `read` of a request does in one trip. */
export const readsIn =
  (db: TenantDb) =>
  async (...queries: readonly Query[]): Promise<unknown[][]> => {
    const results: unknown[][] = []
    for (const query of queries) results.push(await rowsIn(db)(query))
    return results
  }

/** Calls a tenant function as part of the transaction; its locks are held until the transaction ends. */
export const tenantFunctionIn =
  (db: TenantDb): CallTenantFunction =>
  (clientId, { text, args }) =>
    rowsIn(db)({ text, values: [clientId, ...args] })
