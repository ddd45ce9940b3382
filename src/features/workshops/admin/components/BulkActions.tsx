import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RegistrationAction, RegistrationRow } from '#contract/workshops/registrations.ts'
import { BulkBar } from '#src/core/lists/BulkBar.tsx'
import { BulkOutcome } from '#src/core/lists/BulkOutcome.tsx'
import { useBulkMutation } from '#src/core/lists/use-bulk-mutation.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { act, workshopKeys } from '../api/workshops.queries.ts'
import type { Outcome } from '../model/outcome.ts'
import { EnrolDialog } from './EnrolDialog.tsx'
import { MailDialog } from './MailDialog.tsx'

interface Props {
  /** The chosen rows. */
  rows: readonly RegistrationRow[]
  onClear: () => void
}

const SIMPLE = ['confirm', 'attended', 'no_show', 'cancel'] as const satisfies RegistrationAction[]

/** At the bottom of the screen while rows are chosen; then what came of the action, row by row. */
export const BulkActions = ({ rows, onClear }: Props) => {
  const { t } = useTranslation('workshops/admin')
  const queries = useQueryClient()
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [dialog, setDialog] = useState<'enrol' | 'mail' | null>(null)
  const finish = (next: Outcome) => {
    setDialog(null)
    setOutcome(next)
    void queries.invalidateQueries({ queryKey: workshopKeys.all })
  }
  const { mutate, isPending, variables } = useBulkMutation({
    rows,
    send: ({ action, courseId = null }: { action: RegistrationAction; courseId?: number | null }) =>
      act(
        rows.map(({ id }) => id),
        action,
        courseId,
      ),
    failed: t('bulk.failed'),
    onDone: finish,
  })
  if (outcome)
    return (
      <BulkOutcome
        outcome={outcome}
        texts={{
          done: (count) => t('result.done', { count }),
          unchanged: (count) => t('result.unchanged', { count }),
          refused: (reason) => t(`result.${reason}`),
          close: t('result.close'),
        }}
        onClose={onClear}
      />
    )
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
      {SIMPLE.map((action) => (
        <Button
          key={action}
          size="sm"
          variant="secondary"
          pending={isPending && variables?.action === action}
          onClick={() => mutate({ action })}
        >
          {t(`bulk.${action}`)}
        </Button>
      ))}
      <Button size="sm" variant="secondary" onClick={() => setDialog('enrol')}>
        {t('bulk.enrol')}
      </Button>
      <Button size="sm" variant="secondary" onClick={() => setDialog('mail')}>
        {t('bulk.mail')}
      </Button>
      <EnrolDialog
        isOpen={dialog === 'enrol'}
        count={rows.length}
        isPending={isPending}
        onClose={() => setDialog(null)}
        onEnrol={(courseId) => mutate({ action: 'enrol', courseId })}
      />
      <MailDialog isOpen={dialog === 'mail'} rows={rows} onClose={() => setDialog(null)} onSent={finish} />
    </BulkBar>
  )
}
