import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LearnerLine } from '#contract/assessments/admin/results.ts'
import { formatDate } from '#src/shared/lib/format.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { useLocalized } from '#src/core/i18n/use-localized.ts'
import { GrantDialog } from '../GrantDialog.tsx'
import { LearnerName } from '../LearnerName.tsx'
import { RowTable, type Column } from '#src/shared/ui/content/RowTable.tsx'
import { AccommodationDialog } from './AccommodationDialog.tsx'

type Props = { assessmentId: number; lines: readonly LearnerLine[] }
type OpenDialog = { kind: 'time' | 'grant'; line: LearnerLine }

export const LearnerTable = ({ assessmentId, lines }: Props) => {
  const { t } = useTranslation('assessments/admin/results')
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const columns: Column<LearnerLine>[] = [
    {
      key: 'learner',
      title: t('row.learner'),
      names: true,
      cell: (line) => <LearnerName learner={line.learner} />,
    },
    { key: 'time', title: t('learners.extra'), cell: (line) => <ExtraTime line={line} /> },
    { key: 'attempts', title: t('learners.attempts'), cell: (line) => <Attempts line={line} /> },
    {
      key: 'actions',
      title: t('learners.give'),
      wide: true,
      cell: (line) => <Actions line={line} onOpen={(kind) => setDialog({ kind, line })} />,
    },
  ]
  const close = () => setDialog(null)
  return (
    <>
      <RowTable
        label={t('learners.label')}
        columns={columns}
        rows={lines}
        keyOf={(line) => line.learner.id}
      />
      {dialog?.kind === 'time' && (
        <AccommodationDialog assessmentId={assessmentId} line={dialog.line} onClose={close} />
      )}
      {dialog?.kind === 'grant' && (
        <GrantDialog
          assessmentId={assessmentId}
          learner={dialog.line.learner}
          allowed={dialog.line.attempts_allowed}
          used={dialog.line.attempts_used}
          onClose={close}
        />
      )}
    </>
  )
}

const ExtraTime = ({ line }: { line: LearnerLine }) => {
  const { t } = useTranslation('assessments/admin/results')
  if (line.extra_minutes === 0) return <span className="text-ink-muted">{t('learners.noExtra')}</span>
  return (
    <span className="min-w-0 text-end @3xl:text-start">
      {t('learners.minutes', { count: line.extra_minutes })}
      {line.extra_reason !== null && (
        <span dir="auto" className="block text-xs text-ink-muted">
          {line.extra_reason}
        </span>
      )}
    </span>
  )
}

const Attempts = ({ line }: { line: LearnerLine }) => {
  const { t } = useTranslation('assessments/admin/results')
  const { number } = useLocalized()
  return (
    <span className="min-w-0 text-end @3xl:text-start">
      {t('learners.used', {
        used: number(line.attempts_used),
        allowed: number(line.attempts_allowed),
      })}
      <Grants grants={line.grants} />
    </span>
  )
}

const Actions = ({ line, onOpen }: { line: LearnerLine; onOpen: (kind: OpenDialog['kind']) => void }) => {
  const { t } = useTranslation('assessments/admin/results')
  const { name } = line.learner
  return (
    <span className="flex flex-wrap gap-2">
      <Button
        variant="secondary"
        size="sm"
        aria-label={t('learners.timeOf', { name })}
        onClick={() => onOpen('time')}
      >
        {t('learners.time')}
      </Button>
      <Button
        variant="secondary"
        size="sm"
        aria-label={t('learners.grantOf', { name })}
        onClick={() => onOpen('grant')}
      >
        {t('learners.grant')}
      </Button>
    </span>
  )
}

const Grants = ({ grants }: Pick<LearnerLine, 'grants'>) => {
  const { language } = useLocalized()
  return grants.map((grant) => (
    <span key={grant.at} className="block text-xs text-ink-muted">
      +{grant.attempts} · <bdi>{grant.reason}</bdi> · <bdi>{grant.by}</bdi>, {formatDate(grant.at, language)}
    </span>
  ))
}
