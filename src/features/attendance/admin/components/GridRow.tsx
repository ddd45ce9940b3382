import { memo } from 'react'
import {
  countStatuses,
  percentOf,
  sessionsToGoal,
  type AttendanceCounts,
  type AttendanceStatus,
} from '#contract/attendance/rules.ts'
import type { SheetRow } from '#contract/attendance/sheets.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { cx } from '#src/shared/lib/cx.ts'
import { formatPercent } from '#src/shared/lib/format.ts'
import { STATUS_CLASSES } from '../../model/status.ts'
import { isManualMark, statusesOf, statusOfLetter } from '../model/sheet-marks.ts'
import type { Span } from '../model/window.ts'
import { CELL, columnStart, HEAD, ROW } from './grid-sizes.ts'

/** Texts of cells, looked up once for all of them. */
export interface CellWords {
  readonly status: Readonly<Record<AttendanceStatus, string>>
  readonly letter: Readonly<Record<AttendanceStatus, string>>
  readonly none: string
  readonly manual: string
  readonly disputed: string
}

type Props = {
  row: SheetRow
  /** From the top. */
  place: number
  columns: Span
  /** `x` for each selected column of the span. */
  selected: string
  /** `x` for each column of the span with an open dispute. */
  disputed: string
  /** The column with the focus, if it is in this row. */
  focus: number | null
  words: CellWords
}

/** A learner and the marks in view; rendered again only for what concerns it. */
export const GridRow = memo(function GridRow(props: Props) {
  const { row, place, columns, words } = props
  return (
    <div
      role="row"
      aria-rowindex={place + 2}
      style={{ insetBlockStart: HEAD + place * ROW, height: ROW }}
      className="absolute inset-x-0 contain-layout contain-style"
    >
      <LearnerName row={row} />
      {Array.from({ length: columns.to - columns.from }, (_, index) => {
        const column = columns.from + index
        return (
          <MarkCell
            key={column}
            place={place}
            column={column}
            status={statusOfLetter(row.marks.charAt(column))}
            isManual={isManualMark(row.sources.charAt(column))}
            isDisputed={props.disputed.charAt(index) === 'x'}
            isSelected={props.selected.charAt(index) === 'x'}
            isFocus={props.focus === column}
            words={words}
          />
        )
      })}
    </div>
  )
})

const LearnerName = memo(function LearnerName({ row }: { row: SheetRow }) {
  const counts = countStatuses(statusesOf(row.marks))
  return (
    <div
      role="rowheader"
      aria-colindex={1}
      style={{ width: 'var(--name)', height: ROW }}
      className="sticky start-0 z-10 flex items-center gap-2 border-e border-b border-line bg-surface-raised px-3"
    >
      <bdi title={row.name} className="line-clamp-2 min-w-0 flex-1 text-sm/tight wrap-break-word text-ink">
        {row.name}
      </bdi>
      <Percent counts={counts} />
    </div>
  )
})

const Percent = ({ counts }: { counts: AttendanceCounts }) => {
  const language = useLanguage()
  const percent = percentOf(counts)
  return (
    <span
      className={cx(
        'text-xs tabular-nums',
        percent !== null && sessionsToGoal(counts) > 0 ? 'font-semibold text-error-text' : 'text-ink-muted',
      )}
    >
      {percent === null ? '–' : formatPercent(percent / 100, language)}
    </span>
  )
}

type CellProps = {
  place: number
  column: number
  status: AttendanceStatus | null
  isManual: boolean
  isDisputed: boolean
  isSelected: boolean
  isFocus: boolean
  words: CellWords
}

// Keys and presses are the grid's; a cell only says where it is.
const MarkCell = memo(function MarkCell(props: CellProps) {
  const { place, column, status, isManual, isDisputed, isSelected, isFocus, words } = props
  const label = [
    status ? words.status[status] : words.none,
    isManual && words.manual,
    isDisputed && words.disputed,
  ].filter((part) => part !== false)
  return (
    <div
      id={`cell-${place}-${column}`}
      role="gridcell"
      tabIndex={-1}
      data-row={place}
      data-column={column}
      aria-colindex={column + 2}
      aria-selected={isSelected}
      aria-label={label.join(', ')}
      style={{ insetInlineStart: columnStart(column), width: CELL, height: ROW }}
      className={cx(
        'absolute top-0 flex cursor-pointer border-b border-line p-1 contain-strict',
        isSelected && 'bg-primary-soft',
      )}
    >
      <span
        className={cx(
          'relative flex size-full items-center justify-center rounded-md text-sm font-semibold',
          status ? STATUS_CLASSES[status] : 'text-ink-muted',
          isFocus && 'ring-2 ring-focus',
        )}
      >
        {status ? words.letter[status] : '·'}
        {isManual && <Corner className="end-0.5 bottom-0.5 bg-current opacity-60" />}
        {isDisputed && <Corner className="end-0 top-0 bg-primary" />}
      </span>
    </div>
  )
})

const Corner = ({ className }: { className: string }) => (
  <i aria-hidden="true" className={cx('absolute size-1.5 rounded-full', className)} />
)
