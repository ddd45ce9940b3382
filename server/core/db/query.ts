/** A read as text, so that no request spends time on building SQL. */
export interface Query {
  readonly text: string
  /** Values of $1, $2 … */
  readonly values: readonly unknown[]
  /** Prepared once on each connection under this name, which belongs to one text. Without a name it is planned each time. */
  readonly name?: string
}

/** Runs one query and returns its rows. */
export type Rows = <R>(query: Query) => Promise<R[]>

/**
 * A statement that calls one stored function. The function binds its transaction to the tenant before anything else, so a
 * call is one round trip.
 */
export interface TenantFunctionCall {
  /** Name of the prepared statement. */
  readonly name: string
  /** $1 is the tenant; $2 and the following are `args`. */
  readonly text: string
  readonly args: readonly unknown[]
}
export type CallTenantFunction = <R>(clientId: number, call: TenantFunctionCall) => Promise<R[]>
