import type { Generated } from 'kysely'
import type { ReferralState, RejectReason, reviewReasons } from '#contract/money/referrals.ts'

declare module '#server/core/db/tables.ts' {
  interface Tables {
    referral_code: {
      client_id: number
      user_id: number
      code: string
      created_at: Date
    }
    referral_reward: {
      client_id: number
      amount_minor: number
      currency: string
    }
    referral: {
      client_id: number
      id: Generated<number>
      referrer_id: number
      invited_id: number
      browser_hash: Buffer | null
      state: ReferralState
      reject_reason: Generated<RejectReason | null>
      invited_at: Date
      joined_at: Generated<Date | null>
      qualified_at: Generated<Date | null>
      payment_id: Generated<number | null>
      reward_minor: Generated<number | null>
      currency: Generated<string | null>
      hold_until: Generated<string | null>
      review_reason: Generated<(typeof reviewReasons)[number] | null>
      reviewed_by: Generated<number | null>
      reviewed_at: Generated<Date | null>
      review_note: Generated<string | null>
      held_at: Generated<Date | null>
      rewarded_at: Generated<Date | null>
      ended_at: Generated<Date | null>
    }
    referral_payout: {
      client_id: number
      id: Generated<number>
      user_id: number
      amount_minor: number
      currency: string
      reference: string
      paid_by: number
      paid_at: Date
      idempotency_key: string
    }
  }
}
