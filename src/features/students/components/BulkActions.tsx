import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { StudentRefusal, StudentRow } from '#contract/students/students.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { BulkBar } from '#src/core/lists/BulkBar.tsx'
import { BulkOutcome } from '#src/core/lists/BulkOutcome.tsx'
import type { BulkOutcomeOf } from '#src/core/lists/bulk-outcome.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { enrol, setActive, studentKeys } from '../api/students.queries.ts'
import { EnrolDialog } from './EnrolDialog.tsx'

type Outcome = BulkOutcomeOf<StudentRefusal>
type Action = { kind: 'enrol'; courseId: number } | { kind: 'activate' | 'deactivate' }

interface Props {
  /** The chosen rows. */
  rows: readonly StudentRow[]
  mayAdminister: boolean
  onClear: () => void
}

const useAct = (rows: readonly StudentRow[], onDone: (outcome: Outcome) => void) => {
  const { t } = useTranslation('students')
  const notify = useNotify()
  const queries = useQueryClient()
  const ids = rows.map(({ id }) => id)
  return useMutation({
    mutationFn: (action: Action) =>
      action.kind === 'enrol' ? enrol(ids, action.courseId) : setActive(ids, action.kind === 'activate'),
    onSuccess: ({ results }) => {
      onDone({ rows, results })
      void queries.invalidateQueries({ queryKey: studentKeys.all })
    },
    onError: (error) => notify({ kind: 'error', title: errorText(error, t('bulk.failed')) }),
  })
}

/** At the bottom of the screen while people are chosen; then what came of the action, person by person. */
export const BulkActions = ({ rows, mayAdminister, onClear }: Props) => {
  const { t } = useTranslation('students')
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [isEnrolling, setEnrolling] = useState(false)
  const { mutate, isPending, variables } = useAct(rows, (next) => {
    setEnrolling(false)
    setOutcome(next)
  })
  if (outcome)
    return (
      <BulkOutcome
        outcome={outcome}
        texts={{
          done: (count) => t('outcome.done', { count }),
          unchanged: (count) => t('outcome.unchanged', { count }),
          refused: (reason) => t(`outcome.${reason}`),
          close: t('close'),
        }}
        onClose={onClear}
      />
    )
  const isPendingOf = (kind: Action['kind']) => isPending && variables?.kind === kind
  return (
    <BulkBar
      count={rows.length}
      texts={{
        label: t('bulk.label'),
        chosen: (count) => t('bulk.chosen', { count }),
        clear: t('bulk.clear'),
      }}
      onClear={onClear}
    >
      <Button size="sm" onClick={() => setEnrolling(true)}>
        {t('bulk.enrol')}
      </Button>
      {mayAdminister &&
        (['deactivate', 'activate'] as const).map((kind) => (
          <Button
            key={kind}
            size="sm"
            variant="secondary"
            pending={isPendingOf(kind)}
            onClick={() => mutate({ kind })}
          >
            {t(`bulk.${kind}`)}
          </Button>
        ))}
      {isEnrolling && (
        <EnrolDialog
          count={rows.length}
          isPending={isPendingOf('enrol')}
          onClose={() => setEnrolling(false)}
          onEnrol={(courseId) => mutate({ kind: 'enrol', courseId })}
        />
      )}
    </BulkBar>
  )
}
