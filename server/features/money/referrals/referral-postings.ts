/** What is posted for referrals. Pure. */
import type { Transaction } from '../postings.ts'

export interface RewardMoney {
  readonly referralId: number
  readonly personId: number
  readonly amountMinor: number
  readonly currency: string
}

const entriesOf = ({ personId, currency }: Pick<RewardMoney, 'personId' | 'currency'>, amountMinor: number) =>
  [['rewards', amountMinor] as const, ['rewards_payable', -amountMinor] as const].map(([account, minor]) => ({
    account,
    amountMinor: minor,
    currency,
    personId,
    courseId: null,
  }))

const reference = (referralId: number): string => `referral:${referralId}:reward`

/** An expense of the client that it owes to the referrer. */
export const rewardOf = (reward: RewardMoney, at: Date): Transaction => ({
  kind: 'reward',
  at,
  reference: reference(reward.referralId),
  purchaseId: null,
  referralId: reward.referralId,
  madeBy: null,
  reverses: null,
  entries: entriesOf(reward, reward.amountMinor),
})

/** Takes a reward back; if it has been paid out, the referrer owes it. */
export const rewardReversalOf = (
  reward: RewardMoney,
  { reverses, at }: { reverses: number; at: Date },
): Transaction => ({
  kind: 'reversal',
  at,
  reference: `${reference(reward.referralId)}:reversal`,
  purchaseId: null,
  referralId: reward.referralId,
  madeBy: null,
  reverses,
  entries: entriesOf(reward, -reward.amountMinor),
})

export const payoutOf = (payout: {
  readonly payoutId: number
  readonly personId: number
  readonly amountMinor: number
  readonly currency: string
  readonly at: Date
  readonly madeBy: number
}): Transaction => ({
  kind: 'payout',
  at: payout.at,
  reference: `referral-payout:${payout.payoutId}`,
  purchaseId: null,
  madeBy: payout.madeBy,
  reverses: null,
  entries: [['rewards_payable', payout.amountMinor] as const, ['bank', -payout.amountMinor] as const].map(
    ([account, amountMinor]) => ({
      account,
      amountMinor,
      currency: payout.currency,
      personId: payout.personId,
      courseId: null,
    }),
  ),
})
