import { useMutation } from '@tanstack/react-query'
import { errorText } from '#src/core/http/error-text.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import type { BulkOutcomeOf } from './bulk-outcome.ts'

interface Options<Action, Reason extends string> {
  /** The chosen rows. */
  rows: BulkOutcomeOf<Reason>['rows']
  send: (action: Action) => Promise<Pick<BulkOutcomeOf<Reason>, 'results'>>
  failed: string
  onDone: (outcome: BulkOutcomeOf<Reason>, action: Action) => void
}

/** An action on the chosen rows; when it fails the choice stays. */
export const useBulkMutation = <Action, Reason extends string>(options: Options<Action, Reason>) => {
  const { rows, send, failed, onDone } = options
  const notify = useNotify()
  return useMutation({
    mutationFn: send,
    onSuccess: ({ results }, action) => onDone({ rows, results }, action),
    onError: (error) => notify({ kind: 'error', title: errorText(error, failed) }),
  })
}
