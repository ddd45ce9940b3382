/** What a sign-up does with the code of a referral. A code that counts for nothing never stops anybody. */
import { foldCode } from '#contract/money/coupons.ts'
import { REFERRAL_DAYS } from '#contract/money/referral-code.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { PublicScope } from '#server/core/http/scope.ts'
import { refusalOf } from './refusal.ts'
import * as rows from './referrals.repository.ts'

const LASTS_MS = REFERRAL_DAYS * 24 * 3_600_000

export const lapsedBefore = (now: Date): Date => new Date(now.getTime() - LASTS_MS)

export const isValidCode = (scope: PublicScope, code: string): Promise<boolean> =>
  scope.tx(async (db) => (await rows.referrerByCode(db, scope.tenant.clientId, foldCode(code))) !== undefined)

interface Form {
  readonly userId: number
  readonly browserHash: Buffer
}

/** The form was sent; the address is not verified. The first code that exists counts for 30 days. */
const invited = async (
  db: TenantDb,
  { tenant, clock }: PublicScope,
  { userId, browserHash, code }: Form & { code: string },
): Promise<void> => {
  const { clientId } = tenant
  const referrerId = await rows.referrerByCode(db, clientId, foldCode(code))
  if (referrerId === undefined || referrerId === userId) return
  const now = clock.now()
  await rows.expireInvitations(db, clientId, { before: lapsedBefore(now), at: now, invitedId: userId })
  await rows.insertInvited(db, clientId, {
    referrer_id: referrerId,
    invited_id: userId,
    browser_hash: browserHash,
    invited_at: now,
  })
}

/** The address is verified: the code of the form that became the account counts, and no other. */
const joined = async (
  db: TenantDb,
  { tenant, clock }: PublicScope,
  { userId, browserHash, deviceHash }: Form & { deviceHash: Buffer | null },
): Promise<void> => {
  const { clientId } = tenant
  const now = clock.now()
  await rows.expireInvitations(db, clientId, { before: lapsedBefore(now), at: now, invitedId: userId })
  for (const invitation of await rows.lockInvitations(db, clientId, userId)) {
    const isOwn = invitation.browser_hash?.equals(browserHash) === true
    const people = { referrerId: invitation.referrer_id, invitedId: userId, deviceHash }
    const refusal = isOwn ? await refusalOf(db, clientId, people) : 'other_code'
    await rows.writeReferral(
      db,
      invitation,
      refusal
        ? { state: 'rejected', reject_reason: refusal, ended_at: now }
        : { state: 'joined', joined_at: now },
    )
  }
}

export const referralSignUps = { invited, joined }
