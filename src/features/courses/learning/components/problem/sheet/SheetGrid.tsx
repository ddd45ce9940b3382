import { useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { CELL_MAX, type ShownSheet } from '#contract/problems/problems.ts'
import { cellAt, type Sheet } from '#contract/problems/spreadsheet.ts'
import { isCellError, textOf } from '#contract/problems/spreadsheet-values.ts'
import { cx } from '#src/shared/lib/cx.ts'
import { FormulaKeys } from './FormulaKeys.tsx'

type Props = {
  problem: Pick<ShownSheet, 'rows' | 'columns'>
  contents: ReadonlyMap<string, string>
  sheet: Sheet
  locked: ReadonlySet<string>
  /** Cells with a check. */
  checked: ReadonlySet<string>
  onWrite: (cell: string, value: string) => void
}
const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/** The grid: arrow keys move, typing or Enter edits in the field, a touch selects. One cell is in the tab order. */
export const SheetGrid = ({ problem, contents, sheet, locked, checked, onWrite }: Props) => {
  const { t } = useTranslation('courses/learning/problem')
  const [position, setPosition] = useState<readonly [number, number]>([0, 0])
  const field = useRef<HTMLInputElement>(null)
  const grid = useRef<HTMLTableElement>(null)
  const current = cellAt(position[0], position[1])
  const isLocked = locked.has(current)

  const moveTo = (row: number, column: number) => {
    const next = [clamp(row, problem.rows), clamp(column, problem.columns)] as const
    setPosition(next)
    grid.current?.querySelector<HTMLElement>(`[data-cell="${cellAt(next[0], next[1])}"]`)?.focus()
  }
  const onGridKey = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (step) {
      event.preventDefault()
      // Outside the grid, arrow keys turn the page.
      event.stopPropagation()
      moveTo(position[0] + step[0], position[1] + step[1])
    } else if (event.key === 'Enter' || event.key === 'F2') {
      event.preventDefault()
      field.current?.focus()
    } else if ((event.key === 'Delete' || event.key === 'Backspace') && !isLocked) {
      event.preventDefault()
      onWrite(current, '')
    } else if (event.key.length === 1 && !isLocked) {
      event.preventDefault()
      onWrite(current, event.key)
      field.current?.focus()
    }
  }
  const cell = (row: number, column: number) => (
    <Cell
      key={column}
      name={cellAt(row, column)}
      sheet={sheet}
      chosen={position[0] === row && position[1] === column}
      locked={locked.has(cellAt(row, column))}
      isChecked={checked.has(cellAt(row, column))}
      onChoose={() => setPosition([row, column])}
      onEdit={() => field.current?.focus()}
    />
  )
  return (
    <div className="flex flex-col gap-2">
      <CellField
        ref={field}
        name={current}
        value={contents.get(current) ?? ''}
        isLocked={isLocked}
        onWrite={(value) => onWrite(current, value)}
        onEnter={() => moveTo(position[0] + 1, position[1])}
        onEscape={() => moveTo(position[0], position[1])}
      />
      <FormulaKeys line={field} disabled={isLocked} onWrite={(text) => onWrite(current, text)} />
      <p id="sheet-hint" className="text-sm text-ink-muted">
        {t(isLocked ? 'sheet.locked' : 'sheet.hint')}
      </p>
      <div className="max-h-[60vh] overflow-auto rounded-lg border border-line" dir="ltr">
        <table
          ref={grid}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- cells are edited here
          role="grid"
          aria-label={t('sheet.title')}
          className="border-collapse text-sm"
          onKeyDown={onGridKey}
        >
          <ColumnNames count={problem.columns} />
          <tbody>
            {Array.from({ length: problem.rows }, (_, row) => (
              <Row key={row} row={row} columns={problem.columns} cell={cell} />
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}

type FieldProps = {
  ref: RefObject<HTMLInputElement | null>
  name: string
  value: string
  isLocked: boolean
  onWrite: (value: string) => void
  onEnter: () => void
  onEscape: () => void
}

/** Edits the content of the selected cell. */
const CellField = ({ ref, name, value, isLocked, onWrite, onEnter, onEscape }: FieldProps) => {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') {
      event.preventDefault()
      onEnter()
    } else if (event.key === 'Escape') onEscape()
  }
  const { t } = useTranslation('courses/learning/problem')
  return (
    <div className="flex items-center gap-2" dir="ltr">
      <label htmlFor="sheet-line" className="w-12 shrink-0 text-center font-mono text-ink">
        <span className="sr-only">{t('sheet.content')} </span>
        {name}
      </label>
      <input
        id="sheet-line"
        ref={ref}
        className="control font-mono"
        dir="ltr"
        maxLength={CELL_MAX}
        readOnly={isLocked}
        aria-describedby="sheet-hint"
        autoCapitalize="off"
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={(event) => onWrite(event.target.value)}
        onKeyDown={onKeyDown}
      />
    </div>
  )
}

const ColumnNames = ({ count }: { count: number }) => {
  const { t } = useTranslation('courses/learning/problem')
  return (
    <thead>
      <tr>
        <th className="sticky start-0 top-0 z-10 w-12 min-w-12 border-e border-b border-line bg-surface-sunken">
          <span className="sr-only">{t('sheet.title')}</span>
        </th>
        {Array.from({ length: count }, (_, column) => (
          <th
            key={column}
            scope="col"
            className="sticky top-0 h-9 min-w-24 border-e border-b border-line bg-surface-sunken font-medium text-ink-muted"
          >
            {String.fromCharCode(65 + column)}
          </th>
        ))}
      </tr>
    </thead>
  )
}

type RowProps = { row: number; columns: number; cell: (row: number, column: number) => ReactNode }

const Row = ({ row, columns, cell }: RowProps) => (
  <tr>
    <th
      scope="row"
      className="sticky start-0 w-12 border-e border-b border-line bg-surface-sunken font-medium text-ink-muted"
    >
      {row + 1}
    </th>
    {Array.from({ length: columns }, (_, column) => cell(row, column))}
  </tr>
)

const clamp = (value: number, size: number) => Math.min(Math.max(value, 0), size - 1)

type CellProps = {
  name: string
  sheet: Sheet
  chosen: boolean
  locked: boolean
  isChecked: boolean
  onChoose: () => void
  onEdit: () => void
}

const Cell = ({ name, sheet, chosen, locked, isChecked, onChoose, onEdit }: CellProps) => {
  const { t } = useTranslation('courses/learning/problem')
  const value = sheet.value(name)
  const text = textOf(value)
  // Without a keyboard, a second touch of the selected cell edits it.
  const isSecondTouch = useRef(false)
  return (
    <td
      data-cell={name}
      tabIndex={chosen ? 0 : -1}
      aria-selected={chosen}
      aria-label={t('sheet.cell', { name, text: text === '' ? t('sheet.empty') : text })}
      className={cx(
        'h-11 max-w-64 min-w-24 cursor-cell truncate border-e border-b border-line px-2 -outline-offset-2',
        typeof value === 'number' ? 'text-end tabular-nums' : 'text-start',
        locked ? 'bg-surface-sunken text-ink' : 'bg-surface-raised text-ink',
        isChecked && 'shadow-[inset_0_0_0_2px_var(--warning-text)]',
        chosen && 'outline-2 outline-primary',
        isCellError(value) && 'text-error-text',
      )}
      onFocus={onChoose}
      onPointerDown={({ pointerType }) => (isSecondTouch.current = chosen && pointerType === 'touch')}
      onClick={() => {
        onChoose()
        if (isSecondTouch.current) onEdit()
      }}
      onDoubleClick={onEdit}
    >
      <bdi>{text}</bdi>
    </td>
  )
}
