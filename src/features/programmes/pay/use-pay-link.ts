import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'
import type { PayLink } from '#contract/money/pay.ts'
import { safeSession } from '#src/core/storage/safe-storage.ts'
import { payLinkQuery } from './pay.queries.ts'

const ASK_EVERY_MS = 2_000
const ASK_SLOWLY_MS = 15_000
const SLOW_AFTER_MS = 60_000

/** The pass behind `#p=`. Browsers keep that part of an address to themselves. */
const passIn = (hash: string): string | null => /^#p=(\d{10}\.[\w-]{32})$/.exec(hash)?.[1] ?? null

/** From the mail, and kept for the way back from the payment. */
const usePass = (code: string): string | null => {
  const { hash } = useLocation()
  const key = `pay-pass:${code}`
  const given = passIn(hash)
  useEffect(() => {
    if (given !== null) safeSession.set(key, given)
  }, [given, key])
  return given ?? safeSession.get(key)
}

/**
 * The link, and the payment from which the payer comes back (`?checkout=` in the address). Its confirmation arrives by
 * another way than the payer, so the page asks until it is there.
 */
export const usePayLink = (code: string) => {
  const [address] = useSearchParams()
  const checkout = address.get('checkout')
  const hasLeft = address.has('left')
  const pass = usePass(code)
  const [isSlow, setIsSlow] = useState(false)
  const awaits = (link: PayLink | null | undefined) =>
    link?.checkout?.state === 'processing' || (link?.checkout?.state === 'created' && !hasLeft)
  const query = useQuery({
    ...payLinkQuery(code, { pass, checkout }),
    refetchInterval: ({ state }) =>
      awaits(state.data?.link) ? (isSlow ? ASK_SLOWLY_MS : ASK_EVERY_MS) : false,
  })
  const isWaiting = awaits(query.data?.link)
  useEffect(() => {
    if (!isWaiting) return
    const timer = setTimeout(() => setIsSlow(true), SLOW_AFTER_MS)
    return () => clearTimeout(timer)
  }, [isWaiting])
  return { query, pass, isWaiting, isSlow, hasLeft }
}
