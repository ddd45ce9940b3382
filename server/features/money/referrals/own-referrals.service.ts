/** A learner's own code and what it brought. */
import { getOwnReferrals, type OwnReferral, type OwnReferrals } from '#contract/money/referrals.ts'
import { pathFor, type QueryOf } from '#contract/endpoint.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { pageLinks } from '#server/core/http/page-links.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import { newCode } from '../new-code.ts'
import * as list from './list.repository.ts'
import * as rows from './referrals.repository.ts'

/** 31^8 codes, short enough to dictate. */
const CODE_LENGTH = 8
const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** First name and the initial of the last one. */
export const shortName = (name: string): string => {
  const [first = '', ...others] = name.trim().split(/\s+/)
  const [initial] = letters.segment(others.at(-1) ?? '')
  return initial ? `${first} ${initial.segment}.` : first
}

const ownCode = async (db: TenantDb, scope: MemberScope): Promise<string> => {
  const { clientId } = scope.tenant
  const { userId } = scope.actor
  const known = await rows.codeOf(db, clientId, userId)
  if (known !== undefined) return known
  const code = newCode(CODE_LENGTH)
  await rows.insertCode(db, { client_id: clientId, user_id: userId, code, created_at: scope.clock.now() })
  // Another request of the same person may have been first; a code that somebody else has is tried again.
  return ownCode(db, scope)
}

const stateSince = (row: rows.ReferralRow): Date =>
  row.ended_at ?? row.rewarded_at ?? row.held_at ?? row.qualified_at ?? row.joined_at ?? row.invited_at

export const isInReview = ({ state, review_reason: reason }: rows.ReferralRow): boolean =>
  state === 'qualified' && reason !== null

export const moneyOfReferral = ({ reward_minor: minor, currency }: rows.ReferralRow) =>
  minor === null || currency === null ? null : { amount_minor: minor, currency }

const toOwn = (row: list.ListedReferral): OwnReferral => ({
  id: row.id,
  name: shortName(row.invited_name),
  state: row.state,
  at: stateSince(row).toISOString(),
  reward: moneyOfReferral(row),
  hold_until: row.hold_until,
  in_review: isInReview(row),
})

export const ownReferrals = (
  scope: MemberScope,
  query: QueryOf<typeof getOwnReferrals>,
): Promise<OwnReferrals> =>
  scope.tx(async (db) => {
    const { clientId } = scope.tenant
    const { userId } = scope.actor
    const code = await ownCode(db, scope)
    const count = await list.countReferrals(db, clientId, { referrer: userId })
    const found = await list.referralRows(
      db,
      clientId,
      { referrer: userId },
      { limit: query.page_size, offset: (query.page - 1) * query.page_size },
    )
    return {
      ...pageLinks(pathFor(getOwnReferrals, { clientId }), query, count),
      results: found.map(toOwn),
      code,
      reward: (await rows.rewardOfClient(db, clientId)) ?? null,
      totals: await list.ownTotals(db, clientId, userId),
    }
  })
