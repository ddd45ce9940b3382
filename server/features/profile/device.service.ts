import type { BodyOf, ResponseInputOf } from '#contract/endpoint.ts'
import type { syncDevice as contract } from '#contract/profile/device.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import './profile.tables.ts'

/** Sessions belong to the auth feature; app.ts hands this over. */
export interface DeviceDependencies {
  readonly rememberZone: (
    db: TenantDb,
    session: { userId: number; sessionId: string },
    zone: string,
  ) => Promise<void>
}

/** The last choice counts, on whichever device it was made. */
export const syncDevice = (
  scope: MemberScope,
  { time_zone: zone, choice }: BodyOf<typeof contract>,
  { rememberZone }: DeviceDependencies,
): Promise<ResponseInputOf<typeof contract>> =>
  scope.tx(async (db) => {
    const { clientId } = scope.tenant
    const { userId } = scope.actor
    await rememberZone(db, scope.actor, zone)
    if (choice) {
      const values = { ...choice, saved_at: scope.clock.now() }
      await db
        .insertInto('display_choice')
        .values({ client_id: clientId, user_id: userId, ...values })
        .onConflict((conflict) => conflict.columns(['client_id', 'user_id']).doUpdateSet(values))
        .execute()
      return { choice }
    }
    const saved = await db
      .selectFrom('display_choice')
      .select(['appearance', 'text_size', 'motion', 'captions'])
      .where('client_id', '=', clientId)
      .where('user_id', '=', userId)
      .executeTakeFirst()
    return { choice: saved ?? null }
  })
