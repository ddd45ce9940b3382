import './moments.tables.ts'
import type { Moment } from '#contract/moments/moments.ts'
import type { TenantDb } from '#server/core/db/database.ts'

export interface Learner {
  clientId: number
  userId: number
}

export const deleteToldBefore = async (
  db: TenantDb,
  { clientId, userId }: Learner,
  before: Date,
): Promise<void> => {
  await db
    .deleteFrom('learner_moment')
    .where('client_id', '=', clientId)
    .where('user_id', '=', userId)
    .where('told_at', '<', before)
    .execute()
}

/** Takes these moments for one call. Those that another call took are left with it. */
export const takeMoments = async (
  db: TenantDb,
  { clientId, userId }: Learner,
  take: { moments: readonly { subject: string; moment: Moment }[]; claim: string; now: Date },
): Promise<void> => {
  if (take.moments.length === 0) return
  await db
    .insertInto('learner_moment')
    .values(
      take.moments.map(({ subject, moment }) => ({
        client_id: clientId,
        user_id: userId,
        kind: moment.kind,
        subject,
        moment: JSON.stringify(moment),
        claim: take.claim,
        told_at: take.now,
      })),
    )
    .onConflict((conflict) => conflict.columns(['client_id', 'user_id', 'kind', 'subject']).doNothing())
    .execute()
}

export const momentsOfClaim = async (
  db: TenantDb,
  { clientId, userId }: Learner,
  claim: string,
): Promise<Moment[]> => {
  const rows = await db
    .selectFrom('learner_moment')
    .select('moment')
    .where('client_id', '=', clientId)
    .where('user_id', '=', userId)
    .where('claim', '=', claim)
    .orderBy('subject')
    .execute()
  return rows.map((row) => row.moment)
}
