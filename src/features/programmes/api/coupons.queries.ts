import { useMutation, useQueryClient } from '@tanstack/react-query'
import { applyCoupon, removeCoupon } from '#contract/money/coupons.ts'
import type { ProgrammeSlug } from '#contract/money/programme-slugs.ts'
import type { Programme } from '#contract/money/programmes.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import { programmeQuery } from './programmes.queries.ts'

/** The answer is the page with the new price. */
const useShow = (slug: ProgrammeSlug) => {
  const queries = useQueryClient()
  return (programme: Programme) => queries.setQueryData(programmeQuery(slug).queryKey, programme)
}

export const useApplyCoupon = (programme: ProgrammeSlug) =>
  useMutation({
    mutationFn: (code: string) => authedCall(applyCoupon, { params: { programme }, body: { code } }),
    onSuccess: useShow(programme),
  })

export const useRemoveCoupon = (programme: ProgrammeSlug) =>
  useMutation({
    mutationFn: () => authedCall(removeCoupon, { params: { programme } }),
    onSuccess: useShow(programme),
  })
