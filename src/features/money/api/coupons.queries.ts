import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { BodyInputOf } from '#contract/endpoint.ts'
import {
  createCoupons,
  exportCoupons,
  listCoupons,
  listCouponUses,
  setCouponActive,
} from '#contract/money/coupons.ts'
import { listPricedCourses } from '#contract/money/priced-courses.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import type { SearchAndPage } from '#src/core/lists/list-filters.ts'

const ALL = ['coupons'] as const
export const COUPONS_PER_PAGE = 20

export const couponsQuery = ({ search, page }: SearchAndPage) =>
  queryOptions({
    queryKey: [...ALL, { search, page }] as const,
    queryFn: ({ signal }) =>
      authedCall(listCoupons, {
        query: { search: search.trim(), page, page_size: COUPONS_PER_PAGE },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const couponUsesQuery = (couponId: number) =>
  queryOptions({
    queryKey: [...ALL, 'uses', couponId] as const,
    queryFn: ({ signal }) => authedCall(listCouponUses, { params: { couponId }, signal }),
    staleTime: 0,
  })

export const pricedCoursesQuery = () =>
  queryOptions({
    queryKey: ['priced-courses'] as const,
    queryFn: ({ signal }) => authedCall(listPricedCourses, { signal }),
    select: ({ results }) => results,
  })

/** Those that a search finds, or those that were generated together. */
export const exportCouponsFile = (query: { search?: string; batch?: string }) =>
  authedCall(exportCoupons, { query })

const useReload = () => {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: ALL })
}

export const useCreateCoupons = () =>
  useMutation({
    mutationFn: (body: BodyInputOf<typeof createCoupons>) => authedCall(createCoupons, { body }),
    onSuccess: useReload(),
  })

export const useSetCouponActive = () =>
  useMutation({
    mutationFn: ({ id, isActive }: { id: number; isActive: boolean }) =>
      authedCall(setCouponActive, { params: { couponId: id }, body: { is_active: isActive } }),
    onSettled: useReload(),
  })
