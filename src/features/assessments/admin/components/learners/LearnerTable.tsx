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

export const LearnerTable = ({ assessmentId, lines }: Props) => {
  const { t } = useTranslation('assessments/admin/results')
  const { number } = useLocalized()
  const [openDialog, setOpenDialog] = useState<{ kind: 'time' | 'grant'; line: LearnerLine } | null>(null)
  const columns: Column<LearnerLine>[] = [
    {
      key: 'learner',
      title: t('row.learner'),
      names: true,
      cell: (line) => <LearnerName learner={line.learner} />,
    },
    {
      key: 'time',
      title: t('learners.extra'),
      cell: (line) =>
        line.extra_minutes === 0 ? (
          <span className="text-ink-muted">{t('learners.noExtra')}</span>
        ) : (
          <span className="min-w-0 text-end @3xl:text-start">
            {t('learners.minutes', { count: line.extra_minutes })}
            {line.extra_reason !== null && (
              <span dir="auto" className="block text-xs text-ink-muted">
                {line.extra_reason}
              </span>
            )}
          </span>
        ),
    },
    {
      key: 'attempts',
      title: t('learners.attempts'),
      cell: (line) => (
        <span className="min-w-0 text-end @3xl:text-start">
          {t('learners.used', {
            used: number(line.attempts_used),
            allowed: number(line.attempts_allowed),
          })}
          <Grants grants={line.grants} />
        </span>
      ),
    },
    {
      key: 'actions',
      title: t('learners.give'),
      wide: true,
      cell: (line) => (
        <span className="flex flex-wrap gap-2">
          <Button
            variant="secondary"
            size="sm"
            aria-label={t('learners.timeOf', { name: line.learner.name })}
            onClick={() => setOpenDialog({ kind: 'time', line })}
          >
            {t('learners.time')}
          </Button>
          <Button
            variant="secondary"
            size="sm"
            aria-label={t('learners.grantOf', { name: line.learner.name })}
            onClick={() => setOpenDialog({ kind: 'grant', line })}
          >
            {t('learners.grant')}
          </Button>
        </span>
      ),
    },
  ]
  return (
    <>
      <RowTable
        label={t('learners.label')}
        columns={columns}
        rows={lines}
        keyOf={(line) => line.learner.id}
      />
      {openDialog?.kind === 'time' && (
        <AccommodationDialog
          assessmentId={assessmentId}
          line={openDialog.line}
          onClose={() => setOpenDialog(null)}
        />
      )}
      {openDialog?.kind === 'grant' && (
        <GrantDialog
          assessmentId={assessmentId}
          learner={openDialog.line.learner}
          allowed={openDialog.line.attempts_allowed}
          used={openDialog.line.attempts_used}
          onClose={() => setOpenDialog(null)}
        />
      )}
    </>
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
