import type { TenantDb } from '#server/core/db/database.ts'

/** Keeps a statement well below PostgreSQL's 65,535 parameters. */
const BATCH_SIZE = 5000

/** Writes the study time of whole days, for imports and the demo. Throws for a day that already exists. */
export const recordDays = async (
  db: TenantDb,
  clientId: number,
  rows: readonly { userId: number; day: string; seconds: number }[],
): Promise<void> => {
  for (let first = 0; first < rows.length; first += BATCH_SIZE)
    await db
      .insertInto('daily_activity')
      .values(
        rows.slice(first, first + BATCH_SIZE).map(({ userId, day, seconds }) => ({
          client_id: clientId,
          user_id: userId,
          day,
          seconds,
        })),
      )
      .execute()
}
