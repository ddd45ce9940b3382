import { claimMoments, type Moment } from '#contract/moments/moments.ts'
import { authedCall } from '#src/core/api/authed-call.ts'

export const claim = async (body: {
  idempotency_key: string
  attempt_id?: string
}): Promise<readonly Moment[]> => (await authedCall(claimMoments, { body })).moments
