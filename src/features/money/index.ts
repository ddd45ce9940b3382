/** Entry point of a learner's referrals. */
import { lazyPage } from '#src/core/i18n/lazy-page.ts'

/** A learner's own code and friends. */
export const ReferralsPage = lazyPage(
  async () => (await import('./referrals/own/ReferralsPage.tsx')).ReferralsPage,
  'money/invite',
)
