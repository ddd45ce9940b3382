import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { StudentRow } from '#contract/students/students.ts'
import { BulkBar } from '#src/core/lists/BulkBar.tsx'
import { BulkOutcome } from '#src/core/lists/BulkOutcome.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { inverseOf, useBulkAction, type BulkAction } from './bulk-action.ts'
import { EnrolDialog } from './EnrolDialog.tsx'
import { GroupDialog } from './groups/GroupDialog.tsx'

interface Props {
  /** The chosen rows. */
  rows: readonly StudentRow[]
  mayAdminister: boolean
  onClear: () => void
}
type Question = 'enrol' | 'join' | 'leave'

/** At the bottom of the screen while people are chosen; then what came of the action, person by person. */
export const BulkActions = ({ rows, mayAdminister, onClear }: Props) => {
  const { t } = useTranslation('students')
  const [question, setQuestion] = useState<Question | null>(null)
  const bulk = useBulkAction(rows, () => setQuestion(null))
  if (bulk.done) return <Done bulk={bulk} done={bulk.done} onClose={onClear} />
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
      <Button size="sm" onClick={() => setQuestion('enrol')}>
        {t('bulk.enrol')}
      </Button>
      {mayAdminister && (
        <>
          {(['join', 'leave'] as const).map((kind) => (
            <Button key={kind} size="sm" variant="secondary" onClick={() => setQuestion(kind)}>
              {t(`bulk.${kind}`)}
            </Button>
          ))}
          {(['deactivate', 'activate'] as const).map((kind) => (
            <Button
              key={kind}
              size="sm"
              variant="secondary"
              pending={bulk.isPendingOf(kind)}
              onClick={() => bulk.act({ kind })}
            >
              {t(`bulk.${kind}`)}
            </Button>
          ))}
        </>
      )}
      <Asked question={question} rows={rows} bulk={bulk} onClose={() => setQuestion(null)} />
    </BulkBar>
  )
}

type Bulk = ReturnType<typeof useBulkAction>

type AskedProps = {
  question: Question | null
  rows: readonly StudentRow[]
  bulk: Bulk
  onClose: () => void
}

const Asked = ({ question, rows, bulk, onClose }: AskedProps) => {
  if (question === null) return null
  const isPending = bulk.isPendingOf(question)
  return question === 'enrol' ? (
    <EnrolDialog
      count={rows.length}
      isPending={isPending}
      onClose={onClose}
      onEnrol={(courseId) => bulk.act({ kind: 'enrol', courseId })}
    />
  ) : (
    <GroupDialog
      kind={question}
      rows={rows}
      isPending={isPending}
      onClose={onClose}
      onChoose={(groupId) => bulk.act({ kind: question, groupId })}
    />
  )
}

type DoneProps = { bulk: Bulk; done: NonNullable<Bulk['done']>; onClose: () => void }

const Done = ({ bulk, done, onClose }: DoneProps) => {
  const { t } = useTranslation('students')
  const inverse: BulkAction | null = inverseOf(done.action)
  const ids = done.outcome.results.filter(({ result }) => result === 'done').map(({ id }) => id)
  return (
    <BulkOutcome
      outcome={done.outcome}
      texts={{
        done: (count) => t(done.isUndo ? 'outcome.undone' : 'outcome.done', { count }),
        unchanged: (count) => t('outcome.unchanged', { count }),
        refused: (reason) => t(`outcome.${reason}`),
        close: t('close'),
      }}
      action={
        inverse &&
        !done.isUndo &&
        ids.length > 0 && (
          <Button
            size="sm"
            variant="secondary"
            pending={bulk.isPendingOf(inverse.kind)}
            onClick={() => bulk.undo(inverse, ids)}
          >
            {t('bulk.undo')}
          </Button>
        )
      }
      onClose={onClose}
    />
  )
}
