import { CompiledQuery, type Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/** A reading statement as text, so that nothing has to be composed while somebody waits. */
export interface Query {
  readonly text: string
  /** What $1, $2 … stand for. */
  readonly values: readonly unknown[]
  /** Prepared once on each connection under this name; one text a name. Left out: planned each time. */
  readonly name?: string
}

/** Runs one query and answers its rows. */
export type Rows = <R>(query: Query) => Promise<R[]>

/** Runs queries within a transaction that is open already. */
export const rowsIn =
  (db: Transaction<Tables>): Rows =>
  async <R>(query: Query) =>
    (await db.executeQuery<R>(CompiledQuery.raw(query.text, [...query.values]))).rows
