/** Referrals: a learner's code, what it brought, and what admins see and decide (rules: Money; RF1, RF2). */
import * as z from 'zod/mini'
import { clientParams, day, id, idParam, pageOf, pageQuery, singleLine, timestamp } from '../common.ts'
import { endpoint, perHour } from '../endpoint.ts'

const MINE = '/api/clients/{clientId}/referrals/' as const
const ADMIN = '/api/clients/{clientId}/admin/referrals/' as const
const feature = 'admin_referral' as const
const adminOnly = { access: 'admin', feature } as const

/** They move forward only. */
export const referralStates = [
  'invited',
  'joined',
  'qualified',
  'held',
  'rewarded',
  'reversed',
  'rejected',
] as const
export type ReferralState = (typeof referralStates)[number]
export const rejectReasons = [
  'self',
  'same_phone',
  'same_device',
  'loop',
  'expired',
  'other_code',
  'review',
] as const
export type RejectReason = (typeof rejectReasons)[number]
export const reviewReasons = ['month_limit', 'total_limit'] as const
/** What the table counts: the first three over all that came so far, the others as they are now. */
export const referralSteps = [
  'invited',
  'joined',
  'qualified',
  'held',
  'rewarded',
  'reversed',
  'rejected',
  'review',
] as const
export type ReferralStep = (typeof referralSteps)[number]

/** More than this many rewards, in a month or in all, wait for a person. */
export const REFERRALS_A_MONTH = 5
export const REFERRALS_IN_ALL = 20
export const REVIEW_NOTE_MAX = 500
export const PAYOUT_REFERENCE_MAX = 120

const amount = z.int().check(z.minimum(1), z.maximum(1_000_000_000_000))
const money = z.object({ amount_minor: z.int(), currency: z.string() })
export type ReferralMoney = z.infer<typeof money>

const ownReferral = z.object({
  id,
  /** First name and an initial: enough to recognise a friend. */
  name: z.string(),
  state: z.enum(referralStates),
  /** When it reached its state. */
  at: timestamp,
  reward: z.nullable(money),
  /** The last day of the money-back window; null before a payment. */
  hold_until: z.nullable(day),
  /** A person of the organisation decides first. */
  in_review: z.boolean(),
})
export type OwnReferral = z.infer<typeof ownReferral>

export const getOwnReferrals = endpoint({
  name: 'referrals.own',
  method: 'GET',
  path: MINE,
  access: 'member',
  feature,
  summary: "Get the caller's code, what one referral brings, and whom the code brought, newest first",
  params: clientParams,
  query: z.object(pageQuery),
  response: z.extend(pageOf(ownReferral), {
    code: z.string(),
    /** What one referral brings today; null: nothing. */
    reward: z.nullable(money),
    /** For each currency. */
    totals: z.array(
      z.object({
        currency: z.string(),
        /** Rewards whose money-back window has not ended. */
        held_minor: z.int(),
        earned_minor: z.int(),
        paid_out_minor: z.int(),
      }),
    ),
  }),
})
export type OwnReferrals = z.infer<(typeof getOwnReferrals)['response']>

const person = z.object({ id, name: z.string(), email: z.string() })
const count = z.int()
const counts = {
  invited: count,
  joined: count,
  qualified: count,
  held: count,
  rewarded: count,
  reversed: count,
  rejected: count,
  review: count,
} satisfies Record<ReferralStep, z.ZodMiniNumberFormat>
const referrer = z.object({
  person,
  code: z.string(),
  ...counts,
  /** Rewards that have not been paid out; below zero if one was reversed after its payout. */
  due: z.array(money),
})
export type Referrer = z.infer<typeof referrer>

const search = z.optional(z.string().check(z.maxLength(200)))
const queryId = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(2_147_483_647))

export const listReferrers = endpoint({
  name: 'referrals.referrers',
  method: 'GET',
  path: ADMIN,
  ...adminOnly,
  summary: 'List who invited people, with how many reached each step, most invited first',
  params: clientParams,
  query: z.object({
    ...pageQuery,
    /** Name, e-mail or code. */
    search,
    /** Only people with at least one there. */
    step: z.optional(z.enum(referralSteps)),
    /** Only people with rewards to pay out. */
    due: z.optional(z.literal('true')),
  }),
  response: z.extend(pageOf(referrer), {
    totals: z.object(counts),
    reward: z.nullable(money),
    currency: z.string(),
  }),
})
export type ReferrerPage = z.infer<(typeof listReferrers)['response']>

const referral = z.object({
  id,
  referrer: person,
  invited: person,
  state: z.enum(referralStates),
  reject_reason: z.nullable(z.enum(rejectReasons)),
  review_reason: z.nullable(z.enum(reviewReasons)),
  in_review: z.boolean(),
  review_note: z.nullable(z.string()),
  reviewed_by: z.nullable(z.string()),
  invited_at: timestamp,
  joined_at: z.nullable(timestamp),
  qualified_at: z.nullable(timestamp),
  hold_until: z.nullable(day),
  rewarded_at: z.nullable(timestamp),
  ended_at: z.nullable(timestamp),
  reward: z.nullable(money),
})
export type Referral = z.infer<typeof referral>

export const listReferrals = endpoint({
  name: 'referrals.list',
  method: 'GET',
  path: `${ADMIN}people/`,
  ...adminOnly,
  summary: 'List the invited people behind a number, newest first',
  params: clientParams,
  query: z.object({
    ...pageQuery,
    /** Name or e-mail of either person. */
    search,
    referrer: z.optional(queryId),
    step: z.optional(z.enum(referralSteps)),
  }),
  response: pageOf(referral),
})

export const reviewReferral = endpoint({
  name: 'referrals.review',
  method: 'POST',
  path: `${ADMIN}people/{referralId}/review/`,
  ...adminOnly,
  stepUp: true,
  idempotency: 'natural',
  summary: 'Approve a referral that waits for a person, or reject one whose reward is waiting or held',
  params: z.object({ clientId: idParam, referralId: idParam }),
  body: z.object({ decision: z.enum(['approve', 'reject']), note: singleLine(1, REVIEW_NOTE_MAX) }),
  response: referral,
  alsoFails: [409],
})

export const saveReferralReward = endpoint({
  name: 'referrals.saveReward',
  method: 'PUT',
  path: `${ADMIN}reward/`,
  ...adminOnly,
  stepUp: true,
  summary: 'Set what one referral brings from now on, in the currency of the client; null for nothing',
  params: clientParams,
  body: z.object({ amount_minor: z.nullable(amount) }),
  response: z.object({ reward: z.nullable(money) }),
})

export const payOutReferrals = endpoint({
  name: 'referrals.payOut',
  method: 'POST',
  path: `${ADMIN}payouts/`,
  ...adminOnly,
  stepUp: true,
  idempotency: 'key',
  rateLimit: perHour(300),
  summary: 'Note that rewards were paid out to a person; 409 if the reference was used or less is due',
  params: clientParams,
  body: z.object({
    idempotency_key: z.uuid(),
    user_id: id,
    amount_minor: amount,
    currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
    /** Of the bank or wallet, unique in the client. */
    reference: singleLine(1, PAYOUT_REFERENCE_MAX),
  }),
  response: z.object({ due: z.array(money) }),
  status: 201,
  alsoFails: [409],
})

export const exportReferralPayouts = endpoint({
  name: 'referrals.exportPayouts',
  method: 'GET',
  path: `${ADMIN}payouts/export/`,
  ...adminOnly,
  stepUp: true,
  rateLimit: perHour(30),
  summary: 'Export who gets how much, and what was paid out, as CSV',
  params: clientParams,
  response: z.object({ file_name: z.string(), rows: z.int(), csv: z.string() }),
})
