import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { ProgrammeSlug } from '#contract/money/programme-slugs.ts'
import type { Programme } from '#contract/money/programmes.ts'
import { programmeQuery } from '../api/programmes.queries.ts'

const ASK_EVERY_MS = 2_000
const ASK_SLOWLY_MS = 15_000
const SLOW_AFTER_MS = 60_000

const isUnsettled = (checkout: Programme['checkout']) =>
  checkout?.state === 'created' || checkout?.state === 'processing'

/**
 * The programme, and the checkout from which the payer comes back (`?checkout=` in the address). Its confirmation arrives
 * by another way than the payer, so the page asks until it is there.
 */
export const useReturn = (slug: ProgrammeSlug) => {
  const [address] = useSearchParams()
  const returned = address.get('checkout')
  const hasLeft = address.has('left')
  const queries = useQueryClient()
  const [isSlow, setIsSlow] = useState(false)
  const awaits = (programme: Programme | undefined) => {
    const checkout = programme?.checkout ?? null
    if (!isUnsettled(checkout)) return false
    return checkout?.state === 'processing' || (checkout?.id === returned && !hasLeft)
  }
  const query = useQuery({
    ...programmeQuery(slug),
    refetchInterval: ({ state }) => (awaits(state.data) ? (isSlow ? ASK_SLOWLY_MS : ASK_EVERY_MS) : false),
  })
  const checkout = query.data?.checkout ?? null
  const isWaiting = awaits(query.data)
  const isPaid = checkout?.state === 'paid' && checkout.id === returned
  useEffect(() => {
    if (!isWaiting) return
    const timer = setTimeout(() => setIsSlow(true), SLOW_AFTER_MS)
    return () => clearTimeout(timer)
  }, [isWaiting])
  useEffect(() => {
    // The payment opened courses.
    if (isPaid) void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'programmes' })
  }, [isPaid, queries])
  const isShown = checkout !== null && (isWaiting || checkout.id === returned)
  return { query, checkout: isShown ? checkout : null, isWaiting, isSlow, hasLeft }
}
