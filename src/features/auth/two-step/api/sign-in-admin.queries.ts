import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  endMemberSessions,
  listSignInMembers,
  readSignInRules,
  resetMemberSecondStep,
  setSignInRules,
} from '#contract/auth/account-admin.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import type { SearchAndPage } from '#src/core/lists/list-filters.ts'

const keys = {
  rules: ['sign-in-admin', 'rules'] as const,
  members: ['sign-in-admin', 'members'] as const,
}

export const rulesQuery = () =>
  queryOptions({
    queryKey: keys.rules,
    queryFn: ({ signal }) => authedCall(readSignInRules, { signal }),
    staleTime: 0,
  })

export const membersQuery = ({ search, page }: SearchAndPage) =>
  queryOptions({
    queryKey: [...keys.members, search, page],
    queryFn: ({ signal }) =>
      authedCall(listSignInMembers, { query: { page, ...(search === '' ? {} : { search }) }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const useSetRules = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (isRequired: boolean) =>
      authedCall(setSignInRules, { body: { staff_second_step: isRequired } }),
    onSuccess: (rules) => client.setQueryData(keys.rules, rules),
  })
}

const useMemberMutation = (work: (userId: number) => Promise<unknown>) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: work,
    onSettled: () => client.invalidateQueries({ queryKey: keys.members }),
  })
}
export const useEndMemberSessions = () =>
  useMemberMutation((userId) => authedCall(endMemberSessions, { params: { userId } }))
export const useResetSecondStep = () =>
  useMemberMutation((userId) => authedCall(resetMemberSecondStep, { params: { userId } }))
