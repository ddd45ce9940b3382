import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ResponseOf } from '#contract/endpoint.ts'
import { checkSender, getSender, removeSender, setSender } from '#contract/emails/sender.ts'
import { authedCall } from '#src/core/api/authed-call.ts'

const KEY = ['settings', 'mail-sender'] as const
type Sender = ResponseOf<typeof getSender>

export const senderQuery = () =>
  queryOptions({
    queryKey: KEY,
    queryFn: ({ signal }) => authedCall(getSender, { signal }),
    staleTime: 0,
  })

const useSender = <Body, Answer extends Sender>(change: (body: Body) => Promise<Answer>) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: ({ own }) => queries.setQueryData(KEY, { own }),
  })
}
export const useSetSender = () => useSender((address: string) => authedCall(setSender, { body: { address } }))
export const useCheckSender = () => useSender((_nothing: void) => authedCall(checkSender))

export const useRemoveSender = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => authedCall(removeSender),
    onSuccess: () => queries.setQueryData(KEY, { own: null }),
  })
}
