import { useQuery } from '@tanstack/react-query'
import { listSessions } from '#contract/auth/auth.ts'
import { listSupportViews } from '#contract/auth/support.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import { profileKeys } from './profile.keys.ts'

/** The person's sessions; refetched on each visit, because people look here when something seems wrong. */
export const useSessions = () =>
  useQuery({
    queryKey: profileKeys.sessions,
    queryFn: async ({ signal }) => (await authedCall(listSessions, { signal })).results,
    staleTime: 0,
  })

/** Refetched on each visit for the same reason. */
export const useSupportViews = () =>
  useQuery({
    queryKey: profileKeys.supportViews,
    queryFn: async ({ signal }) => (await authedCall(listSupportViews, { signal })).results,
    staleTime: 0,
  })
