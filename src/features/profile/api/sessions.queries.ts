import { useQuery } from '@tanstack/react-query'
import { listSessions } from '#contract/auth/auth.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import { profileKeys } from './profile.keys.ts'

/** Where the person is signed in; asked anew on each visit, for it is looked at when something seems wrong. */
export const useSessions = () =>
  useQuery({
    queryKey: profileKeys.sessions,
    queryFn: async ({ signal }) => (await authedCall(listSessions, { signal })).results,
    staleTime: 0,
  })
