import type { ReferralStep } from '#contract/money/referrals.ts'

/** The rows behind a number, of one referrer or of all. */
export const peopleAddress = ({ step, referrer }: { step: ReferralStep; referrer?: number }): string =>
  `?${new URLSearchParams({
    view: 'people',
    ...(step !== 'invited' && { step }),
    ...(referrer !== undefined && { referrer: String(referrer) }),
  })}`
