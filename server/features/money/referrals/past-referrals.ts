/** Referrals of the demo: what people pay afterwards moves them on. */
import type { RejectReason } from '#contract/money/referrals.ts'
import { dayIn } from '#server/core/days.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { currencyOf } from '../coupons/coupons.repository.ts'
import { zoneOf } from '../payments.repository.ts'
import { insertCode, dueRewards, writeReward } from './referrals.repository.ts'
import { rewardReferral } from './reward.job.ts'

interface PastReferral {
  readonly invitedId: number
  readonly at: Date
  readonly state: 'invited' | 'joined' | RejectReason
}

export const addPastReferrals = async (
  db: TenantDb,
  clientId: number,
  { referrerId, code, friends }: { referrerId: number; code: string; friends: readonly PastReferral[] },
): Promise<void> => {
  const [first] = friends
  if (!first) return
  await insertCode(db, { client_id: clientId, user_id: referrerId, code, created_at: first.at })
  await db
    .insertInto('referral')
    .values(
      friends.map(({ invitedId, at, state }) => ({
        client_id: clientId,
        referrer_id: referrerId,
        invited_id: invitedId,
        browser_hash: null,
        invited_at: at,
        ...(state === 'invited' || state === 'joined'
          ? { state, joined_at: state === 'joined' ? at : null }
          : { state: 'rejected' as const, reject_reason: state, ended_at: at }),
      })),
    )
    .execute()
}

export const setDemoReward = async (db: TenantDb, clientId: number, amountMinor: number): Promise<void> =>
  writeReward(db, clientId, { amount_minor: amountMinor, currency: await currencyOf(db, clientId) })

/** Gives the rewards whose window ended before the demo began. */
export const givePastRewards = async (db: TenantDb, clientId: number, now: Date): Promise<void> => {
  const today = dayIn(await zoneOf(db, clientId), now)
  for (const id of await dueRewards(db, clientId, { today, limit: 100 }))
    await rewardReferral(db, clientId, id, now)
}
