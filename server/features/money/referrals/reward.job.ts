/** Gives rewards once their money-back window has ended, notifies referrers, and expires unused invitations. */
import type { Core } from '#server/core/core.ts'
import { dayIn } from '#server/core/days.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { createRepeatingJob, type RepeatingJob } from '#server/core/jobs/repeating.ts'
import type { Notifier } from '#server/core/notifier.ts'
import { post } from '../ledger.repository.ts'
import { zoneOf } from '../payments.repository.ts'
import { rewardOf, type RewardMoney } from './referral-postings.ts'
import * as rows from './referrals.repository.ts'
import { lapsedBefore } from './sign-ups.ts'
import { notifyReferrer } from './notify-referrer.ts'

/** A window ends at midnight in the client's zone, so one run a night would come too late for some. */
const EVERY_MS = 3_600_000
const FIRST_MS = 40_000
const BATCH = 200

/** A refund's transaction sends no notifications. The job does, also after it was down for some days. */
const NOTIFY_WITHIN_MS = 7 * 24 * 3_600_000

type JobCore = Pick<Core, 'db' | 'clock' | 'log' | 'audit'> & Pick<Notifier, 'notify'>

const todayOf = async (db: TenantDb, clientId: number, now: Date): Promise<string> =>
  dayIn(await zoneOf(db, clientId), now)

const findDue = async (db: TenantDb, clientId: number, now: Date): Promise<number[]> => {
  await rows.expireInvitations(db, clientId, { before: lapsedBefore(now), at: now })
  return rows.dueRewards(db, clientId, { today: await todayOf(db, clientId, now), limit: BATCH })
}

/** Null if there is nothing to give: since the list was read it may have been rejected, or its money asked back. */
export const rewardReferral = async (
  db: TenantDb,
  clientId: number,
  id: number,
  now: Date,
): Promise<RewardMoney | null> => {
  const referral = await rows.lockReferral(db, clientId, id)
  const [due] = await rows.dueRewards(db, clientId, { today: await todayOf(db, clientId, now), limit: 1, id })
  if (!referral || due === undefined || referral.reward_minor === null || referral.currency === null)
    return null
  const { referrer_id: personId, reward_minor: amountMinor, currency } = referral
  const reward = { referralId: id, personId, amountMinor, currency }
  await rows.writeReferral(db, referral, { state: 'rewarded', rewarded_at: now })
  await post(db, clientId, rewardOf(reward, now))
  return reward
}

const giveReward = async (
  { audit, notify }: JobCore,
  db: TenantDb,
  { clientId, id, now }: { clientId: number; id: number; now: Date },
): Promise<void> => {
  const reward = await rewardReferral(db, clientId, id, now)
  if (!reward) return
  await audit.record(db, {
    action: 'money.referral_reward',
    result: 'ok',
    actorId: null,
    object: `referral:${id}`,
    detail: { amount_minor: reward.amountMinor, currency: reward.currency },
  })
  await notifyReferrer({ notify }, db, clientId, { id, kind: 'referral_rewarded' })
}

const notifyReversed = (core: JobCore, clientId: number, now: Date): Promise<void> =>
  core.db.withTenant(clientId, async (db) => {
    for (const id of await rows.reversedRewards(db, clientId, new Date(now.getTime() - NOTIFY_WITHIN_MS)))
      await notifyReferrer(core, db, clientId, { id, kind: 'referral_reversed' })
  })

export const createRewardJob = (core: JobCore): RepeatingJob<number> =>
  createRepeatingJob(core, {
    name: 'referralRewards',
    firstMs: FIRST_MS,
    everyMs: EVERY_MS,
    failure: 'could not give the rewards of referrals',
    look: async (tenants) => {
      let given = 0
      for await (const clientId of tenants()) {
        const now = core.clock.now()
        const due = await core.db.withTenant(clientId, (db) => findDue(db, clientId, now))
        for (const id of due) {
          await core.db.withTenant(clientId, (db) => giveReward(core, db, { clientId, id, now }))
          given += 1
        }
        await notifyReversed(core, clientId, now)
      }
      return given
    },
  })
