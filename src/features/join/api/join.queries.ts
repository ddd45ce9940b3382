import { queryOptions } from '@tanstack/react-query'
import { acceptInvitation, getInvitation } from '#contract/students/invite-links.ts'
import { authedCall } from '#src/core/api/authed-call.ts'

export const invitationQuery = (code: string) =>
  queryOptions({
    queryKey: ['invitation', code],
    queryFn: ({ signal }) => authedCall(getInvitation, { params: { code }, signal }),
    staleTime: 0,
  })

export const accept = (code: string) => authedCall(acceptInvitation, { params: { code } })
