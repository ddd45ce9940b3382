import {
  memo,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
} from 'react'
import { useTranslation } from 'react-i18next'
import { directionOf } from '#contract/languages.ts'
import type { AttendanceStatus } from '#contract/attendance/rules.ts'
import type { Sheet } from '#contract/attendance/sheets.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { isWithin, movedCell, statusOfKey, type Area, type Cell } from '../model/sheet-marks.ts'
import { scrollToShow, visibleSpan, type Span } from '../model/window.ts'
import { GridHead } from './GridHead.tsx'
import { GridRow } from './GridRow.tsx'
import { CELL, HEAD, nameWidth, ROW } from './grid-sizes.ts'
import { useCellWords } from './use-cell-words.ts'

type Props = {
  sheet: Sheet
  area: Area | null
  onArea: (area: Area) => void
  onMark: (status: AttendanceStatus | null) => void
  onOpen: (cell: Cell) => void
}

/** The cell of a press; null between cells. */
const cellAt = (target: EventTarget): Cell | null => {
  const data = target instanceof Element ? target.closest<HTMLElement>('[data-column]')?.dataset : undefined
  return data ? { row: Number(data['row']), column: Number(data['column']) } : null
}

interface View {
  readonly rows: Span
  readonly columns: Span
}

const sameSpan = (before: Span, next: Span): Span =>
  before.from === next.from && before.to === next.to ? before : next

/** What is in view; set only when other boxes come into it. */
const useView = (sheet: Sheet) => {
  // As if for a wide screen until the first look at the real one.
  const [name, setName] = useState(() => nameWidth(Infinity))
  const scroller = useRef<HTMLDivElement>(null)
  const [view, setView] = useState<View>({ rows: { from: 0, to: 20 }, columns: { from: 0, to: 30 } })
  const read = () => {
    const box = scroller.current
    if (!box) return
    const rows = visibleSpan(box.scrollTop, box.clientHeight - HEAD, ROW, sheet.rows.length)
    const left = Math.abs(box.scrollLeft)
    const columns = visibleSpan(
      left,
      box.clientWidth - nameWidth(window.innerWidth),
      CELL,
      sheet.sessions.length,
    )
    setName(nameWidth(window.innerWidth))
    setView((before) => {
      // A span that stays the same object: rows are rendered again only when columns change.
      const next = { rows: sameSpan(before.rows, rows), columns: sameSpan(before.columns, columns) }
      return next.rows === before.rows && next.columns === before.columns ? before : next
    })
  }
  return { scroller, view, name, read }
}

/**
 * Learners by sessions. Only what is in view is rendered: all boxes have one size, so their places follow from it. The
 * grid is one tab stop; arrows move, Shift extends, letters mark.
 */
export const SheetGrid = ({ sheet, area, onArea, onMark, onOpen }: Props) => {
  const { t } = useTranslation('attendance/admin')
  const isRtl = directionOf(useLanguage()) === 'rtl'
  const { scroller, view, name, read } = useView(sheet)
  const size = { rows: sheet.rows.length, columns: sheet.sessions.length }

  // The newest session is at the end.
  useLayoutEffect(() => {
    const box = scroller.current
    if (box) box.scrollLeft = (isRtl ? -1 : 1) * box.scrollWidth
    read()
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once for each course
  }, [sheet.course?.id, isRtl])
  useEffect(() => {
    window.addEventListener('resize', read)
    return () => window.removeEventListener('resize', read)
  })

  const show = ({ row, column }: Cell) => {
    const box = scroller.current
    if (!box) return
    const top = scrollToShow(row, { offset: box.scrollTop, viewport: box.clientHeight - HEAD, size: ROW })
    if (top !== null) box.scrollTop = top
    const left = Math.abs(box.scrollLeft)
    const start = scrollToShow(column, { offset: left, viewport: box.clientWidth - name, size: CELL })
    if (start !== null) box.scrollLeft = (isRtl ? -1 : 1) * start
    read()
  }
  const choose = (cell: Cell, isExtending: boolean) => {
    onArea({ anchor: isExtending && area ? area.anchor : cell, focus: cell })
    show(cell)
  }
  const lastRow = size.rows - 1
  const chooseColumn = useCallback(
    (column: number) => onArea({ anchor: { row: 0, column }, focus: { row: lastRow, column } }),
    [onArea, lastRow],
  )
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const from = area?.focus ?? { row: 0, column: size.columns - 1 }
    const to = movedCell(from, { key: event.key, isRtl, page: 10 }, size)
    const status = statusOfKey(event.key)
    if (to) choose(area ? to : from, event.shiftKey)
    else if (status !== undefined && area) onMark(status)
    else if (event.key === 'Enter' && area) onOpen(area.focus)
    else return
    event.preventDefault()
  }
  return (
    <div
      ref={scroller}
      role="grid"
      tabIndex={0}
      aria-label={t('grid.label', { course: sheet.course?.title ?? t('classes.noCourse') })}
      aria-rowcount={size.rows + 1}
      aria-colcount={size.columns + 1}
      aria-multiselectable="true"
      aria-activedescendant={area ? `cell-${area.focus.row}-${area.focus.column}` : undefined}
      style={{ '--name': `${name}px` } as CSSProperties}
      className="relative max-h-[70dvh] w-fit max-w-full overflow-auto rounded-xl border border-line bg-surface-raised outline-focus focus-visible:outline-2"
      onScroll={read}
      onKeyDown={onKeyDown}
      onClick={(event) => {
        const cell = cellAt(event.target)
        if (!cell) return
        choose(cell, event.shiftKey)
        // The pressed cell may leave the view; the grid keeps the keys.
        scroller.current?.focus({ preventScroll: true })
      }}
      onDoubleClick={(event) => {
        const cell = cellAt(event.target)
        if (cell) onOpen(cell)
      }}
    >
      <div style={{ width: name + size.columns * CELL, height: HEAD + size.rows * ROW }} className="relative">
        <GridHead sheet={sheet} columns={view.columns} onColumn={chooseColumn} />
        <Rows sheet={sheet} view={view} area={area} />
      </div>
    </div>
  )
}

type RowsProps = {
  sheet: Sheet
  view: View
  area: Area | null
}

const spanText = ({ from, to }: Span, isMarked: (column: number) => boolean): string =>
  Array.from({ length: to - from }, (_, index) => (isMarked(from + index) ? 'x' : '.')).join('')

/** Places of open disputes, as `learner:session`. */
const useDisputed = ({ disputes }: Sheet) =>
  useMemo(() => new Set(disputes.map((each) => `${each.user_id}:${each.session_id}`)), [disputes])

const Rows = memo(function Rows({ sheet, view, area }: RowsProps) {
  const words = useCellWords()
  const disputed = useDisputed(sheet)
  return sheet.rows.slice(view.rows.from, view.rows.to).map((row, index) => {
    const place = view.rows.from + index
    return (
      <GridRow
        key={row.user_id}
        row={row}
        place={place}
        columns={view.columns}
        selected={area ? spanText(view.columns, (column) => isWithin(area, { row: place, column })) : ''}
        disputed={spanText(view.columns, (column) =>
          disputed.has(`${row.user_id}:${sheet.sessions[column]?.id}`),
        )}
        focus={area?.focus.row === place ? area.focus.column : null}
        words={words}
      />
    )
  })
})
