import { useTranslation } from 'react-i18next'
import {
  attendanceStatuses,
  bestPercent,
  GOAL_PERCENT,
  percentOf,
  type AttendanceCounts,
} from '#contract/attendance/rules.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { cx } from '#src/shared/lib/cx.ts'
import { formatNumber, formatPercent } from '#src/shared/lib/format.ts'
import { Burst } from '#src/shared/ui/feedback/Burst.tsx'
import { ProgressRing } from '#src/shared/ui/feedback/Progress.tsx'
import { adviceOf, type AttendanceSummary } from '../model/summary.ts'
import { STATUS_CLASSES } from '../model/status.ts'

/** The attendance so far, what it takes to reach the goal, and the counts by mark. */
export const SummaryCard = ({ summary }: { summary: AttendanceSummary }) => {
  const { t } = useTranslation('attendance')
  const language = useLanguage()
  const { counts } = summary
  const percent = percentOf(counts)
  const isFull = adviceOf(counts).kind === 'full'
  const shown = percent === null ? '–' : formatPercent(percent / 100, language)
  return (
    <section
      aria-label={t('summary.label')}
      className="relative flex flex-col gap-5 card p-5 sm:flex-row sm:items-center sm:p-6"
    >
      {isFull && <Burst size="lg" />}
      <ProgressRing
        value={percent ?? 0}
        size={128}
        tone={percent !== null && percent >= GOAL_PERCENT ? 'success' : 'primary'}
        label={t('summary.label')}
        valueText={percent === null ? t('summary.none') : t('summary.percent', { percent: shown })}
        className="self-center"
      >
        <span className="text-3xl font-bold tabular-nums text-ink">{shown}</span>
      </ProgressRing>
      <div className="min-w-0 flex-1 max-sm:text-center">
        <AdviceText summary={summary} />
        <Counts counts={counts} />
      </div>
    </section>
  )
}

/** The advice, and whether the planned classes are enough to follow it. */
export const AdviceText = ({ summary, small = false }: { summary: AttendanceSummary; small?: boolean }) => {
  const { t } = useTranslation('attendance')
  const language = useLanguage()
  const { counts, planned } = summary
  const advice = adviceOf(counts)
  const isShort = advice.kind === 'needed' && planned > 0 && planned < advice.count
  const best = formatPercent((bestPercent(counts, planned) ?? 0) / 100, language)
  const text =
    advice.kind === 'none'
      ? t('summary.noneText')
      : advice.kind === 'needed' || advice.kind === 'spare'
        ? t(`summary.${advice.kind}`, { count: advice.count })
        : t(`summary.${advice.kind}`)
  return (
    <div className={small ? 'text-sm' : ''}>
      <p className={small ? 'text-ink-muted' : 'text-lg font-semibold text-ink sm:text-xl'}>{text}</p>
      {isShort && (
        <p className="mt-1 text-ink-muted">{t('summary.planned', { count: planned, percent: best })}</p>
      )}
    </div>
  )
}

const Counts = ({ counts }: { counts: AttendanceCounts }) => {
  const { t } = useTranslation('attendance')
  const language = useLanguage()
  return (
    <dl aria-label={t('summary.counts')} className="mt-4 flex flex-wrap gap-2 max-sm:justify-center">
      {attendanceStatuses.map((status) => (
        <div
          key={status}
          className={cx('flex items-baseline gap-1.5 rounded-full px-3 py-1 text-sm', STATUS_CLASSES[status])}
        >
          <dt>{t(`status.${status}`)}</dt>
          <dd className="font-semibold tabular-nums">{formatNumber(counts[status], language)}</dd>
        </div>
      ))}
    </dl>
  )
}
