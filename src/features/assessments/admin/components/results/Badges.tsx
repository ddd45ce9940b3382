import { useTranslation } from 'react-i18next'
import type { AssessmentTotals, ResultRow } from '#contract/assessments/admin/results.ts'
import { Badge } from '#src/shared/ui/content/Badge.tsx'

export const AssessmentBadges = ({ item }: { item: AssessmentTotals }) => {
  const { t } = useTranslation('assessments/admin/results')
  return (
    <>
      <Badge tone={item.status === 'active' ? 'success' : 'neutral'}>{t(`status.${item.status}`)}</Badge>
      <Badge>{t(`variant.${item.variant}`)}</Badge>
      <Badge tone={item.released ? 'primary' : 'neutral'}>
        {t(item.released ? 'release.visible' : 'release.hidden')}
      </Badge>
    </>
  )
}

type Attention = Pick<AssessmentTotals, 'flagged' | 'appeals' | 'late'>

/** What needs a decision by staff. */
export const AttentionBadges = ({ flagged, appeals, late }: Attention) => {
  const { t } = useTranslation('assessments/admin/results')
  return (
    <>
      {flagged > 0 && <Badge tone="warning">{t('waits.flagged', { count: flagged })}</Badge>}
      {appeals > 0 && <Badge tone="warning">{t('waits.appeals', { count: appeals })}</Badge>}
      {late > 0 && <Badge tone="info">{t('waits.late', { count: late })}</Badge>}
    </>
  )
}

export const StateBadge = ({ row }: { row: Pick<ResultRow, 'state' | 'ended_by'> }) => {
  const { t } = useTranslation('assessments/admin/results')
  if (row.state === 'open') return <Badge tone="info">{t('state.open')}</Badge>
  return <Badge>{t(row.ended_by === 'deadline' ? 'state.deadline' : 'state.learner')}</Badge>
}

/** Integrity events of an attempt, the decision about them, and what is undecided. */
export const IntegrityBadges = ({
  row,
}: {
  row: Pick<ResultRow, 'events' | 'flagged' | 'decision' | 'appeal_open' | 'late'>
}) => {
  const { t } = useTranslation('assessments/admin/results')
  const isEmpty = row.events === 0 && row.late === 0 && row.decision === null && !row.appeal_open
  if (isEmpty) return <span className="text-ink-muted">{t('noted.nothing')}</span>
  return (
    <span className="flex flex-wrap gap-1.5 justify-end @3xl:justify-start">
      {row.decision === null && row.events > 0 && (
        <Badge tone={row.flagged ? 'warning' : 'neutral'}>{t('noted.events', { count: row.events })}</Badge>
      )}
      {row.decision !== null && (
        <Badge tone={row.decision === 'upheld' ? 'error' : 'success'}>{t(`decision.${row.decision}`)}</Badge>
      )}
      {row.appeal_open && <Badge tone="warning">{t('noted.appeal')}</Badge>}
      {row.late > 0 && <Badge tone="info">{t('waits.late', { count: row.late })}</Badge>}
    </span>
  )
}
