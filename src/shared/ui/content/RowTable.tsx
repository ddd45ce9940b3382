import { memo, type ReactNode } from 'react'
import { cx } from '#src/shared/lib/cx.ts'
import { useGrowing } from '#src/shared/lib/hooks/use-growing.ts'

export interface Column<Row> {
  key: string
  title: string
  cell: (row: Row) => ReactNode
  /** The row header; in a card it comes first, without a label. */
  names?: boolean
  /** Aligned to the end, for numbers. */
  end?: boolean
  /** In a card the value gets its own line. */
  wide?: boolean
}

type Props<Row> = {
  /** Accessible name of the table. */
  label: string
  /** Give long tables the same array each time, so that only changed rows render again. */
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string | number
}

/** About one screen of cards or two of table rows. */
const ROWS_PER_RENDER = 20

/**
 * A table on wide screens, cards on narrow ones: the same elements with explicit roles, because a table
 * element displayed as blocks would lose its roles.
 */
export const RowTable = <Row,>({ label, columns, rows, keyOf }: Props<Row>) => {
  const visibleCount = useGrowing(rows.length, ROWS_PER_RENDER)
  return (
    <div className="@container relative">
      <div className="@3xl:overflow-x-auto @3xl:rounded-xl @3xl:border @3xl:border-line @3xl:bg-surface-raised">
        <div role="table" aria-label={label} className="w-full border-collapse text-sm @3xl:table">
          <div role="rowgroup" className="sr-only @3xl:not-sr-only @3xl:table-header-group">
            <div role="row" className="@3xl:table-row border-b border-line text-ink-muted">
              {columns.map((column) => (
                <div
                  key={column.key}
                  role="columnheader"
                  className={cx(
                    'px-4 py-2.5 font-medium @3xl:table-cell',
                    column.end ? 'text-end' : 'text-start',
                  )}
                >
                  {column.title}
                </div>
              ))}
            </div>
          </div>
          <div role="rowgroup" className="flex flex-col gap-3 @3xl:table-row-group">
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
    <div
      role="row"
      className="card flex flex-col p-4 @3xl:table-row @3xl:rounded-none @3xl:border-x-0 @3xl:border-t-0 @3xl:bg-transparent @3xl:last:border-b-0"
    >
      {columns.map((column) => (
        <Cell key={column.key} column={column} row={row} />
      ))}
    </div>
  )
}) as <Row>(props: LineProps<Row>) => ReactNode

const Cell = <Row,>({ column, row }: { column: Column<Row>; row: Row }) => {
  const tableCellClass = '@3xl:table-cell @3xl:px-4 @3xl:py-3 @3xl:align-middle'
  if (column.names)
    return (
      <div role="rowheader" className={cx('pb-2 text-start font-normal', tableCellClass)}>
        {column.cell(row)}
      </div>
    )
  return (
    <div
      role="cell"
      className={cx(
        'flex gap-x-4 py-1 tabular-nums text-ink',
        column.wide ? 'flex-col gap-1' : 'items-center justify-between',
        column.end && '@3xl:text-end',
        tableCellClass,
      )}
    >
      {/* Screen readers get this from the column header. */}
      <span aria-hidden="true" className="text-ink-muted @3xl:hidden">
        {column.title}
      </span>
      {column.cell(row)}
    </div>
  )
}
