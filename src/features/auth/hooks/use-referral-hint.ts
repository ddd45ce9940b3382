import { useEffect, useState } from 'react'
import { runtimeConfig } from '#src/core/client-config/runtime-config.ts'
import { safeLocal } from '#src/core/storage/safe-storage.ts'
import { loadCalls } from '../api/load-calls.ts'
import { keepReferral } from '../model/kept-referral.ts'

const AFTER_MS = 500

/** Whether the code exists; null while nobody knows. It is only a hint: the sign-up goes on with any code. */
export const useReferralHint = (code: string): boolean | null => {
  const [known, setKnown] = useState<{ code: string; valid: boolean } | null>(null)
  const wanted = code.trim()
  useEffect(() => {
    if (wanted === '') return
    let isOver = false
    const ask = async () => {
      const { checkReferralCode } = await loadCalls()
      const { valid } = await checkReferralCode({ code: wanted })
      if (isOver) return
      setKnown({ code: wanted, valid })
      if (valid) keepReferral(safeLocal, runtimeConfig().client_id, wanted, Date.now())
    }
    const timer = setTimeout(() => void ask().catch(() => undefined), AFTER_MS)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [wanted])
  return known?.code === wanted ? known.valid : null
}
