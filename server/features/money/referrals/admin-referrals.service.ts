/** Referrals as admins follow and decide them. */
import {
  listReferrals,
  listReferrers,
  type Referral,
  type ReferrerPage,
  type reviewReferral,
  type saveReferralReward,
} from '#contract/money/referrals.ts'
import { pathFor, type BodyOf, type QueryOf, type ResponseOf } from '#contract/endpoint.ts'
import type { Audit } from '#server/core/core.ts'
import { AppError, notFound } from '#server/core/http/errors.ts'
import { pageLinks } from '#server/core/http/page-links.ts'
import type { AdminScope } from '#server/core/http/scope.ts'
import { currencyOf } from '../coupons/coupons.repository.ts'
import { record } from '../links/manage.service.ts'
import * as list from './list.repository.ts'
import { isInReview, moneyOfReferral } from './own-referrals.service.ts'
import * as rows from './referrals.repository.ts'

export interface ReferralContext {
  readonly audit: Audit
}

export const referrers = (scope: AdminScope, query: QueryOf<typeof listReferrers>): Promise<ReferrerPage> =>
  scope.tx(async (db) => {
    const { clientId } = scope.tenant
    const { page, page_size: limit, ...filters } = query
    const { count, totals } = await list.referrerTotals(db, clientId, filters)
    const found = await list.referrerRows(db, clientId, filters, { limit, offset: (page - 1) * limit })
    const dues = await list.duesOf(
      db,
      clientId,
      found.map(({ user_id: id }) => id),
    )
    return {
      ...pageLinks(pathFor(listReferrers, { clientId }), query, count),
      results: found.map(({ user_id: id, name, email, ...row }) => ({
        person: { id, name, email },
        ...row,
        due: dues
          .filter(({ person_id: personId }) => personId === id)
          .map(({ amount_minor, currency }) => ({ amount_minor, currency })),
      })),
      totals,
      reward: (await rows.rewardOfClient(db, clientId)) ?? null,
      currency: await currencyOf(db, clientId),
    }
  })

const isoOrNull = (at: Date | null): string | null => at?.toISOString() ?? null

const toReferral = (row: list.ListedReferral): Referral => ({
  id: row.id,
  referrer: { id: row.referrer_id, name: row.referrer_name, email: row.referrer_email },
  invited: { id: row.invited_id, name: row.invited_name, email: row.invited_email },
  state: row.state,
  reject_reason: row.reject_reason,
  review_reason: row.review_reason,
  in_review: isInReview(row),
  review_note: row.review_note,
  reviewed_by: row.reviewer_name,
  invited_at: row.invited_at.toISOString(),
  joined_at: isoOrNull(row.joined_at),
  qualified_at: isoOrNull(row.qualified_at),
  hold_until: row.hold_until,
  rewarded_at: isoOrNull(row.rewarded_at),
  ended_at: isoOrNull(row.ended_at),
  reward: moneyOfReferral(row),
})

export const referrals = (
  scope: AdminScope,
  query: QueryOf<typeof listReferrals>,
): Promise<ResponseOf<typeof listReferrals>> =>
  scope.tx(async (db) => {
    const { clientId } = scope.tenant
    const { page, page_size: limit, ...filters } = query
    const count = await list.countReferrals(db, clientId, filters)
    const found = await list.referralRows(db, clientId, filters, { limit, offset: (page - 1) * limit })
    return {
      ...pageLinks(pathFor(listReferrals, { clientId }), query, count),
      results: found.map(toReferral),
    }
  })

type Decision = BodyOf<typeof reviewReferral>['decision']

/** What a decision makes of a referral; undefined if it was decided that way before. */
const outcomeOf = (referral: rows.ReferralRow, decision: Decision, now: Date) => {
  const { state, reviewed_at: reviewedAt, reject_reason: reason } = referral
  if (decision === 'approve') {
    if (isInReview(referral)) return { state: 'held' as const, held_at: now }
    if (reviewedAt !== null && (state === 'held' || state === 'rewarded')) return undefined
  } else {
    if (state === 'held' || isInReview(referral))
      return { state: 'rejected' as const, reject_reason: 'review' as const, ended_at: now }
    if (state === 'rejected' && reason === 'review') return undefined
  }
  throw new AppError('conflict', 'This referral cannot be decided any more.')
}

export const review = (
  context: ReferralContext,
  scope: AdminScope,
  id: number,
  { decision, note }: BodyOf<typeof reviewReferral>,
): Promise<Referral> =>
  scope.tx(async (db) => {
    const { clientId } = scope.tenant
    const referral = await rows.lockReferral(db, clientId, id)
    if (!referral) throw notFound()
    const now = scope.clock.now()
    const outcome = outcomeOf(referral, decision, now)
    if (outcome) {
      await rows.writeReferral(db, referral, {
        ...outcome,
        reviewed_by: scope.actor.userId,
        reviewed_at: now,
        review_note: note,
      })
      await record(context, scope, db, 'money.referral_review', {
        object: `referral:${id}`,
        detail: { decision, note },
      })
    }
    const [row] = await list.referralRows(db, clientId, { id }, { limit: 1, offset: 0 })
    if (!row) throw notFound()
    return toReferral(row)
  })

export const saveReward = (
  context: ReferralContext,
  scope: AdminScope,
  { amount_minor: minor }: BodyOf<typeof saveReferralReward>,
): Promise<ResponseOf<typeof saveReferralReward>> =>
  scope.tx(async (db) => {
    const { clientId } = scope.tenant
    const currency = await currencyOf(db, clientId)
    const reward = minor === null ? null : { amount_minor: minor, currency }
    const before = await rows.rewardOfClient(db, clientId)
    if (before?.amount_minor !== reward?.amount_minor || before?.currency !== reward?.currency) {
      await rows.writeReward(db, clientId, reward)
      await record(context, scope, db, 'money.referral_amount', {
        object: 'referrals',
        detail: { amount_minor: minor, currency, before: before?.amount_minor ?? null },
      })
    }
    return { reward }
  })
