/** The referrer that a link to an assessment names (spec 2: `/assessment/{assessmentId}/{ref}`). */

const REFERRAL = /^[\w-]{1,64}$/

/** An odd one counts as none: a damaged link must not keep anybody from an exam. */
export const referralOf = (given: string | null | undefined): string | null =>
  typeof given === 'string' && REFERRAL.test(given) ? given : null
