import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  addStaff,
  findCandidates,
  getStaff,
  removeStaff,
  setOwner,
  type AssessmentStaff,
} from '#contract/assessments/admin/staff.ts'
import { authedCall } from '#src/core/api/authed-call.ts'

const staffKeys = {
  of: (assessmentId: number) => ['assessment-staff', assessmentId] as const,
  candidates: (assessmentId: number, search: string) =>
    ['assessment-staff', assessmentId, 'candidates', search] as const,
}

export const staffQuery = (assessmentId: number) =>
  queryOptions({
    queryKey: staffKeys.of(assessmentId),
    queryFn: ({ signal }) => authedCall(getStaff, { params: { assessmentId }, signal }),
    staleTime: 0,
  })

export const candidatesQuery = (assessmentId: number, search: string) =>
  queryOptions({
    queryKey: staffKeys.candidates(assessmentId, search),
    queryFn: ({ signal }) =>
      authedCall(findCandidates, { params: { assessmentId }, query: { search }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export type StaffChange = { kind: 'add' | 'remove' | 'own'; userId: number }

/** Adds or removes somebody, or names the owner; the response holds everybody. */
export const useStaffChange = (assessmentId: number) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ kind, userId }: StaffChange): Promise<AssessmentStaff> => {
      const params = { assessmentId, userId }
      if (kind === 'own') return authedCall(setOwner, { params: { assessmentId }, body: { user_id: userId } })
      return kind === 'add' ? authedCall(addStaff, { params }) : authedCall(removeStaff, { params })
    },
    onSuccess: async (staff) => {
      // Candidates change with it.
      await queryClient.invalidateQueries({ queryKey: staffKeys.of(assessmentId) })
      queryClient.setQueryData(staffKeys.of(assessmentId), staff)
    },
  })
}
