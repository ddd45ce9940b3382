import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { removePasskey, renamePasskey } from '#contract/auth/passkeys.ts'
import { removeTotp, renewRecoveryCodes, twoStepState } from '#contract/auth/two-step.ts'
import { authedCall } from '#src/core/api/authed-call.ts'

const KEY = ['two-step'] as const

export const twoStepQuery = () =>
  queryOptions({ queryKey: KEY, queryFn: ({ signal }) => authedCall(twoStepState, { signal }), staleTime: 0 })

/** Fetches the state again, also after a failure: another device may have changed it. */
const useTwoStepMutation = <Result, Input = void>(work: (input: Input) => Promise<Result>) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: work,
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  })
}
export const useRemoveApp = () => useTwoStepMutation(() => authedCall(removeTotp))
export const useRenewRecoveryCodes = () => useTwoStepMutation(() => authedCall(renewRecoveryCodes))

export const useRefreshTwoStep = () => {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: KEY })
}

export const useRemovePasskey = () =>
  useTwoStepMutation((passkeyId: string) => authedCall(removePasskey, { params: { passkeyId } }))
export const useRenamePasskey = () =>
  useTwoStepMutation(({ passkeyId, name }: { passkeyId: string; name: string }) =>
    authedCall(renamePasskey, { params: { passkeyId }, body: { name } }),
  )
