import ArrowRight from 'lucide-react/icons/arrow-right'
import { useTranslation } from 'react-i18next'
import type { ChangedResult, RegradeResult } from '#contract/assessments/admin/item-analysis.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { useLocalized } from '#src/core/i18n/use-localized.ts'
import { LearnerName } from '../LearnerName.tsx'
import { RowTable, type Column } from '#src/shared/ui/content/RowTable.tsx'

/** The results that a regrade would change. */
export const ChangeList = ({ preview }: { preview: RegradeResult }) => {
  const { t } = useTranslation('assessments/admin/results')
  const { number, percent } = useLocalized()
  const columns: Column<ChangedResult>[] = [
    {
      key: 'learner',
      title: t('row.learner'),
      names: true,
      cell: (change) => <LearnerName learner={change.learner} />,
    },
    {
      key: 'score',
      title: t('row.score'),
      cell: ({ before, after }) => <FromTo before={percent(before.percent)} after={percent(after.percent)} />,
    },
    {
      key: 'band',
      title: t('row.band'),
      cell: ({ before, after }) =>
        before.scholarship_percent === after.scholarship_percent ? (
          percent(after.scholarship_percent)
        ) : (
          <FromTo before={percent(before.scholarship_percent)} after={percent(after.scholarship_percent)} />
        ),
    },
  ]
  return (
    <>
      <p role="status" className="font-medium text-ink">
        {t('regrade.changed', { count: preview.changed, of: number(preview.looked_at) })}
      </p>
      {preview.changed === 0 ? (
        <Alert kind="info">{t('regrade.nothing')}</Alert>
      ) : (
        <RowTable
          label={t('regrade.list')}
          columns={columns}
          rows={preview.changes}
          keyOf={(change) => change.attempt_id}
        />
      )}
      {preview.changed > preview.changes.length && (
        <p className="text-sm text-ink-muted">
          {t('regrade.more', { count: preview.changed - preview.changes.length })}
        </p>
      )}
    </>
  )
}

const FromTo = ({ before, after }: { before: string; after: string }) => {
  const { t } = useTranslation('assessments/admin/results')
  return (
    <span className="inline-flex items-center gap-2">
      <span className="text-ink-muted">{before}</span>
      <ArrowRight aria-hidden="true" size={16} className="text-ink-muted rtl:-scale-x-100" />
      <span className="sr-only">{t('regrade.becomes')}</span>
      <strong className="font-semibold">{after}</strong>
    </span>
  )
}
