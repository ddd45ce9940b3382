import type { TenantDb } from '#server/core/db/database.ts'

/** Keeps a statement well below PostgreSQL's 65,535 parameters. */
const ROWS_AT_ONCE = 5000

/** Writes whole days of time at once, for imports and the demo. A day that is already there is an error. */
export const recordDays = async (
  db: TenantDb,
  clientId: number,
  rows: readonly { userId: number; day: string; seconds: number }[],
): Promise<void> => {
  for (let first = 0; first < rows.length; first += ROWS_AT_ONCE)
    await db
      .insertInto('daily_activity')
      .values(
        rows.slice(first, first + ROWS_AT_ONCE).map(({ userId, day, seconds }) => ({
          client_id: clientId,
          user_id: userId,
          day,
          seconds,
        })),
      )
      .execute()
}
