import { useEffect, useState } from 'react'
import { referralOf } from '#contract/assessments/referral.ts'
import { currentOwner } from '#src/core/offline/owner.ts'
import { safeLocal } from '#src/core/storage/safe-storage.ts'
import { recallReferral, rememberReferral } from '../../model/referral.ts'

/** The referrer in the address, else the one of an earlier visit. Callers use a key for each assessment. */
export const useReferral = (assessmentId: number, inAddress: string | null | undefined): string | null => {
  const given = referralOf(inAddress)
  const [recalled] = useState(() => {
    const owner = currentOwner()
    return owner === null ? null : recallReferral(safeLocal, owner, assessmentId, Date.now())
  })
  useEffect(() => {
    const owner = currentOwner()
    if (given !== null && owner !== null)
      rememberReferral(safeLocal, owner, { assessmentId, ref: given }, Date.now())
  }, [assessmentId, given])
  return given ?? recalled
}
