import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { countStatuses, percentOf, sessionsToGoal } from '#contract/attendance/rules.ts'
import type { Sheet, SheetRow } from '#contract/attendance/sheets.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { cx } from '#src/shared/lib/cx.ts'
import { formatPercent } from '#src/shared/lib/format.ts'
import { STATUS_CLASSES } from '../../model/status.ts'
import { isManualAt, statusAt, statusesOf } from '../model/sheet-marks.ts'
import type { Span } from '../model/window.ts'
import { CELL, columnStart, HEAD, ROW } from './grid-sizes.ts'

type Props = {
  row: SheetRow
  /** From the top. */
  place: number
  columns: Span
  sheet: Sheet
  /** `x` for each selected column of the span. */
  selected: string
  /** The column with the focus, if it is in this row. */
  focus: number | null
}

const isSame = (a: Props, b: Props) =>
  a.row === b.row &&
  a.place === b.place &&
  a.columns === b.columns &&
  a.selected === b.selected &&
  a.focus === b.focus &&
  a.sheet.disputes === b.sheet.disputes

/** A learner and the marks in view; rendered again only for what concerns it. */
export const GridRow = memo(function GridRow(props: Props) {
  const { row, place, columns } = props
  return (
    <div
      role="row"
      aria-rowindex={place + 2}
      style={{ insetBlockStart: HEAD + place * ROW, height: ROW }}
      className="absolute inset-x-0"
    >
      <LearnerName row={row} />
      {Array.from({ length: columns.to - columns.from }, (_, index) => (
        <MarkCell key={columns.from + index} {...props} column={columns.from + index} index={index} />
      ))}
    </div>
  )
}, isSame)

const LearnerName = ({ row }: { row: SheetRow }) => {
  const language = useLanguage()
  const counts = countStatuses(statusesOf(row.marks))
  const percent = percentOf(counts)
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
      <span
        className={cx(
          'text-xs tabular-nums',
          percent !== null && sessionsToGoal(counts) > 0 ? 'font-semibold text-error-text' : 'text-ink-muted',
        )}
      >
        {percent === null ? '–' : formatPercent(percent / 100, language)}
      </span>
    </div>
  )
}

const MarkCell = (props: Props & { column: number; index: number }) => {
  const { t } = useTranslation('attendance/admin')
  const { row, place, column, sheet } = props
  const cell = { row: place, column }
  const status = statusAt(sheet, cell)
  const isSelected = props.selected.charAt(props.index) === 'x'
  const isFocus = props.focus === column
  const session = sheet.sessions[column]
  const isDisputed = sheet.disputes.some(
    (dispute) => dispute.user_id === row.user_id && dispute.session_id === session?.id,
  )
  const label = [
    status ? t(`status.${status}`) : t('status.none'),
    isManualAt(sheet, cell) && t('grid.manual'),
    isDisputed && t('grid.disputed'),
  ].filter((part) => part !== false)
  return (
    // Keys and presses are the grid's; a cell only says where it is.
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
        'absolute top-0 flex cursor-pointer items-center justify-center border-b border-line p-1',
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
        {status ? t(`letter.${status}`) : '·'}
        {isManualAt(sheet, cell) && <Corner className="end-0.5 bottom-0.5 bg-current opacity-60" />}
        {isDisputed && <Corner className="end-0 top-0 bg-primary" />}
      </span>
    </div>
  )
}

const Corner = ({ className }: { className: string }) => (
  <i aria-hidden="true" className={cx('absolute size-1.5 rounded-full', className)} />
)
