import Clock from 'lucide-react/icons/clock-plus'
import { memo, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { adminPaths } from '#src/core/admin-paths.ts'
import { clockText, secondsLeft } from '#src/shared/lib/countdown.ts'
import { formatDate, formatRelative } from '#src/shared/lib/format.ts'
import { useNow } from '#src/shared/lib/hooks/use-countdown.ts'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { Progress } from '#src/shared/ui/feedback/Progress.tsx'
import { isOffline, type MonitorRow } from '../../model/monitor.ts'
import { useLocalized } from '#src/core/i18n/use-localized.ts'
import { LearnerName } from '../LearnerName.tsx'
import { RowTable, type Column } from '#src/shared/ui/content/RowTable.tsx'

type Props = {
  rows: readonly MonitorRow[]
  readAt: number
  serverTime: number
  onExtraTime: (row: MonitorRow) => void
}

export const MonitorTable = memo(function MonitorTable(props: Props) {
  const { t } = useTranslation('assessments/admin/results')
  const columns = useColumns(props)
  return (
    <RowTable label={t('live.label')} columns={columns} rows={props.rows} keyOf={(row) => row.attempt_id} />
  )
})

const useColumns = ({ readAt, serverTime, onExtraTime }: Props): Column<MonitorRow>[] => {
  const { t } = useTranslation('assessments/admin/results')
  return useMemo(
    () => [
      {
        key: 'learner',
        title: t('row.learner'),
        names: true,
        cell: (row) => (
          <LearnerName learner={row.learner} to={`${adminPaths.results}?attempt=${row.attempt_id}`} />
        ),
      },
      { key: 'state', title: t('row.state'), cell: (row) => <Presence row={row} serverTime={serverTime} /> },
      { key: 'progress', title: t('live.progress'), wide: true, cell: (row) => <Answered row={row} /> },
      {
        key: 'timeLeft',
        title: t('live.left'),
        end: true,
        cell: (row) =>
          row.state === 'open' ? (
            <TimeLeft row={row} readAt={readAt} />
          ) : (
            <span className="text-ink-muted">–</span>
          ),
      },
      { key: 'integrity', title: t('row.noted'), cell: (row) => <IntegrityCell row={row} /> },
      {
        key: 'action',
        title: t('extra.column'),
        cell: (row) =>
          row.state === 'open' ? (
            <Button
              variant="secondary"
              size="sm"
              icon={<Clock aria-hidden="true" size={16} />}
              aria-label={t('extra.buttonOf', { name: row.learner.name })}
              onClick={() => onExtraTime(row)}
            >
              {t('extra.short')}
            </Button>
          ) : (
            <span className="text-ink-muted">–</span>
          ),
      },
    ],
    [t, readAt, serverTime, onExtraTime],
  )
}

const Presence = ({ row, serverTime }: { row: MonitorRow; serverTime: number }) => {
  const { t } = useTranslation('assessments/admin/results')
  const { language } = useLocalized()
  const alignment = 'flex flex-col items-end gap-1 @3xl:items-start'
  const relativeTime = (iso: string) => (
    <time
      dateTime={iso}
      title={formatDate(iso, language, { time: true })}
      className="text-xs text-ink-muted tabular-nums"
    >
      {formatRelative(iso, language, serverTime)}
    </time>
  )
  if (row.state === 'submitted')
    return (
      <span className={alignment}>
        <Badge>{t('live.finished')}</Badge>
        {row.finished_at !== null && relativeTime(row.finished_at)}
      </span>
    )
  return (
    <span className={alignment}>
      <Badge tone={isOffline(row) ? 'warning' : 'success'}>
        {t(isOffline(row) ? 'live.offline' : 'live.in')}
      </Badge>
      {relativeTime(row.offline_since ?? row.last_seen_at)}
    </span>
  )
}

const Answered = ({ row }: { row: MonitorRow }) => {
  const { t } = useTranslation('assessments/admin/results')
  const { number } = useLocalized()
  const text = t('live.answered', { answered: number(row.answered), questions: number(row.questions) })
  return (
    <span className="flex w-full min-w-36 flex-col gap-1">
      <span>{text}</span>
      <Progress
        size="sm"
        value={row.questions === 0 ? 0 : (row.answered / row.questions) * 100}
        label={t('live.progress')}
        valueText={text}
      />
      {row.state === 'open' && (
        <span className="text-xs text-ink-muted">{t('event.position', { position: row.position })}</span>
      )}
    </span>
  )
}

/** Counts down between two requests; each response corrects it. */
const TimeLeft = ({ row, readAt }: { row: MonitorRow; readAt: number }) => {
  const { t } = useTranslation('assessments/admin/results')
  const seconds = secondsLeft(readAt + row.time_left_ms, useNow())
  return (
    <span role="timer" aria-live="off">
      <span dir="ltr" className="font-semibold">
        {clockText(seconds)}
      </span>
      {row.extra_minutes > 0 && (
        <span className="block text-xs text-ink-muted">{t('live.extra', { count: row.extra_minutes })}</span>
      )}
    </span>
  )
}

const IntegrityCell = ({ row }: { row: MonitorRow }) => {
  const { t } = useTranslation('assessments/admin/results')
  if (row.events === 0 && row.moves === 0) return <span className="text-ink-muted">{t('noted.nothing')}</span>
  return (
    <span className="flex flex-wrap justify-end gap-1.5 @3xl:justify-start">
      {row.events > 0 && (
        <Badge tone={row.flagged ? 'warning' : 'neutral'}>{t('noted.events', { count: row.events })}</Badge>
      )}
      {row.moves > 0 && <Badge>{t('live.moves', { count: row.moves })}</Badge>}
    </span>
  )
}
