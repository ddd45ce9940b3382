/**
 * What a payment or refund means for the referral of the person who paid. Called by the ledger in the transaction that
 * posts it; what is to be posted for the reward is the answer.
 */
import { GUARANTEE_DAYS } from '#contract/courses/enrolment.ts'
import { REFERRALS_A_MONTH, REFERRALS_IN_ALL } from '#contract/money/referrals.ts'
import { dayIn, shiftDay } from '#server/core/days.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { placeOf } from '../chart.ts'
import { zoneOf } from '../payments.repository.ts'
import type { Transaction } from '../postings.ts'
import { rewardReversalOf } from './referral-postings.ts'
import { refusalOf } from './refusal.ts'
import * as rows from './referrals.repository.ts'

type Posted = Transaction & { readonly id: number }

const sumOf = ({ entries }: Transaction, isMeant: (account: string) => boolean): number =>
  entries.filter(({ account }) => isMeant(account)).reduce((sum, { amountMinor }) => sum + amountMinor, 0)
const moneyOf = (posted: Transaction): number => sumOf(posted, (account) => placeOf(account) !== null)

type Waiting = NonNullable<rows.ReferralRow['review_reason']>

/** Above a limit a person decides. Callers have locked the referrer. */
const limitReached = async (
  db: TenantDb,
  clientId: number,
  of: { referrerId: number; month: string; zone: string },
): Promise<Waiting | null> => {
  const { inMonth, inAll } = await rows.countRewards(db, clientId, of)
  if (inAll >= REFERRALS_IN_ALL) return 'total_limit'
  return inMonth >= REFERRALS_A_MONTH ? 'month_limit' : null
}

/** The first payment qualifies; the reward is held until the money-back window has ended. */
const qualify = async (
  db: TenantDb,
  clientId: number,
  personId: number,
  { id, at }: Posted,
): Promise<void> => {
  const referral = await rows.lockJoined(db, clientId, personId)
  if (!referral) return
  const { referrer_id: referrerId } = referral
  // The phone may have come after joining.
  const refusal = await refusalOf(db, clientId, { referrerId, invitedId: personId, deviceHash: null })
  if (refusal)
    return rows.writeReferral(db, referral, { state: 'rejected', reject_reason: refusal, ended_at: at })
  const reward = await rows.rewardOfClient(db, clientId)
  const qualified = { state: 'qualified' as const, qualified_at: at, payment_id: id }
  if (!reward) return rows.writeReferral(db, referral, qualified)
  const zone = await zoneOf(db, clientId)
  const today = dayIn(zone, at)
  await rows.lockReferrer(db, clientId, referrerId)
  const waits = await limitReached(db, clientId, { referrerId, month: today.slice(0, 7), zone })
  await rows.writeReferral(db, referral, {
    ...qualified,
    reward_minor: reward.amount_minor,
    currency: reward.currency,
    hold_until: shiftDay(today, GUARANTEE_DAYS),
    review_reason: waits,
  })
  if (waits === null) await rows.writeReferral(db, referral, { state: 'held', held_at: at })
}

/** Any refund of what was paid first takes the reward back. */
const reverse = async (db: TenantDb, clientId: number, { id, at }: Posted): Promise<Transaction[]> => {
  const referral = await rows.lockPaidBy(db, clientId, id)
  if (!referral || referral.state === 'reversed' || referral.state === 'rejected') return []
  await rows.writeReferral(db, referral, { state: 'reversed', ended_at: at })
  if (referral.state !== 'rewarded') return []
  const reward = {
    referralId: referral.id,
    personId: referral.referrer_id,
    amountMinor: referral.reward_minor ?? 0,
    currency: referral.currency ?? '',
  }
  const reverses = await rows.rewardTransaction(db, clientId, referral.id)
  return [rewardReversalOf(reward, { reverses, at })]
}

export const followMoney = async (db: TenantDb, clientId: number, posted: Posted): Promise<Transaction[]> => {
  const moved = moneyOf(posted)
  if (posted.kind === 'payment' && moved > 0) {
    const personId = posted.entries[0]?.personId ?? null
    if (personId !== null) await qualify(db, clientId, personId, posted)
    return []
  }
  // What was paid too much goes back from the credit: the purchase stays.
  const ofCredit = sumOf(posted, (account) => account === 'credit')
  return posted.kind === 'refund' && -moved > ofCredit ? reverse(db, clientId, posted) : []
}
