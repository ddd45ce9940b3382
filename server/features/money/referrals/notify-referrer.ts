import type { TenantDb } from '#server/core/db/database.ts'
import type { Notifier } from '#server/core/notifier.ts'
import { moneyText } from '../mail-parts.ts'
import { shortName } from './own-referrals.service.ts'
import { rewardWords } from './referrals.repository.ts'

/** Notifies a referrer of a reward or its reversal, once each. */
export const notifyReferrer = async (
  { notify }: Pick<Notifier, 'notify'>,
  db: TenantDb,
  clientId: number,
  { id, kind }: { id: number; kind: 'referral_rewarded' | 'referral_reversed' },
): Promise<void> => {
  const words = await rewardWords(db, clientId, id)
  if (!words) return
  await notify(db, clientId, {
    kind,
    userIds: [words.referrer_id],
    params: {
      who: shortName(words.invited_name),
      amount: moneyText(words.reward_minor, words.currency, words.language),
    },
    link: '/referrals',
    dedupeKey: `${kind}:${id}`,
  })
}
