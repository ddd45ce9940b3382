import type { PublicScope } from '#server/core/http/scope.ts'

/** The code that came with a sign-up; null if there is none, or the client has referrals switched off. */
export const referralCodeOf = (
  { tenant }: PublicScope,
  { referral_code: code }: { referral_code?: string | undefined },
): string | null => (code && tenant.features.has('admin_referral') ? code : null)
