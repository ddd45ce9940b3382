import { useTranslation } from 'react-i18next'
import type { CourseAttendance } from '#contract/attendance/attendance.ts'
import { GOAL_PERCENT, percentOf } from '#contract/attendance/rules.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { cx } from '#src/shared/lib/cx.ts'
import { formatPercent } from '#src/shared/lib/format.ts'
import { Progress } from '#src/shared/ui/feedback/Progress.tsx'
import { AdviceText } from './SummaryCard.tsx'

type Props = {
  courses: readonly CourseAttendance[]
  chosen: number | null
  onChoose: (courseId: number | null) => void
}

/** Each course with its percentage; pressing one shows it alone. */
export const CourseSummaries = ({ courses, chosen, onChoose }: Props) => (
  <ul className="grid gap-3 sm:grid-cols-2">
    {courses.map((row) => (
      <li key={row.course?.id ?? 0}>
        <CourseButton
          row={row}
          isChosen={row.course !== null && row.course.id === chosen}
          onChoose={onChoose}
        />
      </li>
    ))}
  </ul>
)

const CourseButton = ({
  row,
  isChosen,
  onChoose,
}: {
  row: CourseAttendance
  isChosen: boolean
  onChoose: Props['onChoose']
}) => {
  const { t } = useTranslation('attendance')
  const language = useLanguage()
  const percent = percentOf(row.counts)
  const title = row.course?.title ?? t('summary.other')
  const shown = percent === null ? '–' : formatPercent(percent / 100, language)
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      disabled={row.course === null}
      onClick={() => onChoose(isChosen ? null : (row.course?.id ?? null))}
      className={cx(
        'flex h-full w-full flex-col gap-2 card p-4 text-start transition-colors enabled:hover:border-line-strong',
        isChosen && 'border-primary ring-1 ring-primary',
      )}
    >
      <span className="flex w-full items-baseline justify-between gap-3">
        <bdi className="min-w-0 font-medium text-ink">{title}</bdi>
        <span className="shrink-0 font-semibold tabular-nums text-ink">{shown}</span>
      </span>
      <Progress
        size="sm"
        className="w-full"
        value={percent ?? 0}
        tone={percent !== null && percent >= GOAL_PERCENT ? 'success' : 'primary'}
        label={title}
        valueText={shown}
      />
      <AdviceText small summary={row} />
    </button>
  )
}
