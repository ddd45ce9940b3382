import { memo, type ReactNode } from 'react'
import { cx } from '#src/shared/lib/cx.ts'
import { useGrowing } from '#src/shared/lib/hooks/use-growing.ts'
import './row-table.css'

export interface Column<Row> {
  key: string
  title: string
  /** Null where there is nothing: a dash in the table, no line in a card. */
  cell: (row: Row) => ReactNode
  /** The row header; in a card it comes first, without a label. */
  names?: boolean
  /** Aligned to the end, for numbers. */
  end?: boolean
  /** In a card the value gets its own line. */
  wide?: boolean
  /** Buttons, which need no label in a card. */
  actions?: boolean
}

type Props<Row> = {
  /** Accessible name of the table. */
  label: string
  /** Give long tables the same array each time, so that only changed rows render again. */
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string | number
  /** For rows with menus: so many in one frame, none in the first one, which may have a former view to remove. */
  rowsPerFrame?: number
}

/** About one screen of cards or two of table rows. */
const ROWS_PER_FRAME = 20

/**
 * A table on wide screens, cards on narrow ones: the same elements with explicit roles, because a table
 * element displayed as blocks would lose its roles.
 */
export const RowTable = <Row,>(props: Props<Row>) => {
  const { label, columns, rows, keyOf, rowsPerFrame } = props
  const visibleCount = useGrowing(rows.length, rowsPerFrame ?? ROWS_PER_FRAME, rowsPerFrame && 0)
  return (
    <div className="@container relative">
      <div className="row-table">
        <div role="table" aria-label={label} className="row-table-table text-sm">
          <div role="rowgroup" className="row-table-head">
            <div role="row" className="row-table-titles">
              {columns.map((column) => (
                <div
                  key={column.key}
                  role="columnheader"
                  className={cx('row-table-title', column.end ? 'text-end' : 'text-start')}
                >
                  {column.title}
                </div>
              ))}
            </div>
          </div>
          <div role="rowgroup" className="row-table-body">
            {rows.slice(0, visibleCount).map((row) => (
              <Line key={keyOf(row)} columns={columns} row={row} />
            ))}
          </div>
        </div>
      </div>
    </div>
  )
}

type LineProps<Row> = { columns: readonly Column<Row>[]; row: Row }

const Line = memo(function Line<Row>({ columns, row }: LineProps<Row>) {
  return (
    <div role="row" className="row-table-row">
      {columns.map((column) => (
        <Cell key={column.key} column={column} row={row} />
      ))}
    </div>
  )
}) as <Row>(props: LineProps<Row>) => ReactNode

const Cell = <Row,>({ column, row }: { column: Column<Row>; row: Row }) => {
  if (column.names)
    return (
      <div role="rowheader" className="row-table-name">
        {column.cell(row)}
      </div>
    )
  const content = column.cell(row)
  const isEmpty = content === null
  return (
    <div
      role="cell"
      className={cx(
        'row-table-cell tabular-nums text-ink',
        column.wide && 'row-table-wide',
        column.end && 'row-table-end',
        isEmpty && 'row-table-empty',
      )}
    >
      {!column.actions && (
        // Screen readers get this from the column header.
        <span aria-hidden="true" className="row-table-label">
          {column.title}
        </span>
      )}
      {isEmpty && !column.actions ? '–' : content}
    </div>
  )
}
