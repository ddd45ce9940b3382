import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { getDues, listDues, type DueSpan } from '#contract/money/dues.ts'
import { authedCall } from '#src/core/api/authed-call.ts'

export const DUES_PER_PAGE = 10

export const duesQuery = () =>
  queryOptions({
    queryKey: ['money', 'dues'] as const,
    queryFn: ({ signal }) => authedCall(getDues, { signal }),
    staleTime: 0,
  })

export const duePartsQuery = (of: { span: DueSpan; currency: string; page: number }) =>
  queryOptions({
    queryKey: ['money', 'dues', of] as const,
    queryFn: ({ signal }) => authedCall(listDues, { query: { ...of, page_size: DUES_PER_PAGE }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
