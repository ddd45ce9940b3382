import type { RejectReason } from '#contract/money/referrals.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { factsOf } from './referrals.repository.ts'

/** Why nobody is rewarded for bringing this person; null if nothing speaks against it (RF2). */
export const refusalOf = async (
  db: TenantDb,
  clientId: number,
  people: { referrerId: number; invitedId: number; deviceHash: Buffer | null },
): Promise<RejectReason | null> => {
  if (people.referrerId === people.invitedId) return 'self'
  const facts = await factsOf(db, clientId, people)
  if (facts.same_mailbox) return 'self'
  if (facts.same_phone) return 'same_phone'
  if (facts.same_device) return 'same_device'
  return facts.is_loop ? 'loop' : null
}
