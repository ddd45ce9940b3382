import { directionOf } from '#contract/languages.ts'
import { useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { cx } from '#src/shared/lib/cx.ts'
import { formatDate, formatDuration, formatMonth } from '#src/shared/lib/format.ts'
import { leadingGap, monthColumns, moveBy, type HeatCell } from '../model/heatmap.ts'

const LEVELS: Record<HeatCell['level'], string> = {
  0: 'border border-line bg-surface-sunken',
  1: 'bg-primary opacity-25',
  2: 'bg-primary opacity-45',
  3: 'bg-primary opacity-70',
  4: 'bg-primary',
}

/**
 * Weeks as columns, today at the end. For keyboards and screen readers the grid is one slider whose value is
 * a day: arrow keys move through the year, instead of 365 tab stops.
 */
export const HeatGrid = ({ cells }: { cells: readonly HeatCell[] }) => {
  const { t } = useTranslation('leaderboard')
  const language = useLanguage()
  const [chosenIndex, setChosenIndex] = useState<number | null>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const rtl = directionOf(language) === 'rtl'
  const last = cells.length - 1
  const current = chosenIndex ?? last

  // Scrolls to today at the end; `scrollLeft` is negative in right-to-left pages.
  useLayoutEffect(() => {
    const container = scroller.current
    if (container) container.scrollLeft = rtl ? -container.scrollWidth : container.scrollWidth
  }, [rtl])

  const describe = (index: number) => {
    const cell = cells[index]
    return cell
      ? t('heatmap.cell', {
          day: formatDate(cell.day, language),
          time: cell.minutes > 0 ? formatDuration(cell.minutes, language) : t('heatmap.none'),
        })
      : ''
  }
  const moveTo = (target: number | 'first' | 'last') => {
    const next = target === 'first' ? 0 : target === 'last' ? last : current + target
    const index = Math.min(last, Math.max(0, next))
    setChosenIndex(index)
    const container = scroller.current
    const square = container?.querySelector<HTMLElement>(`[data-index="${index}"]`)
    if (!container || !square) return
    const [inner, outer] = [square.getBoundingClientRect(), container.getBoundingClientRect()]
    if (inner.left < outer.left) container.scrollLeft -= outer.left - inner.left + inner.width
    if (inner.right > outer.right) container.scrollLeft += inner.right - outer.right + inner.width
  }
  return (
    <div>
      <div
        ref={scroller}
        role="slider"
        tabIndex={0}
        aria-label={t('heatmap.walk')}
        aria-valuemin={1}
        aria-valuemax={cells.length}
        aria-valuenow={current + 1}
        aria-valuetext={describe(current)}
        // Whole columns of 13 px and gaps of 3 px, so that today at the end leaves no half column at the start.
        className="w-[calc(round(down,100%-3px,16px)+3px)] overflow-x-auto rounded-lg p-1 outline-focus focus-visible:outline-2"
        onKeyDown={(event) => {
          const move = moveBy(event.key, rtl)
          if (move === null) return
          event.preventDefault()
          moveTo(move)
        }}
      >
        <Months cells={cells} />
        <Squares cells={cells} chosenIndex={chosenIndex} onChoose={setChosenIndex} />
      </div>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-xs text-ink-muted">
        <p aria-hidden="true">{describe(current)}</p>
        <Legend />
      </div>
    </div>
  )
}

type SquaresProps = {
  cells: readonly HeatCell[]
  chosenIndex: number | null
  onChoose: (index: number) => void
}

const Months = ({ cells }: Pick<SquaresProps, 'cells'>) => {
  const language = useLanguage()
  return (
    <div
      aria-hidden="true"
      className="mb-1 grid h-4 w-max auto-cols-[13px] grid-flow-col gap-[3px] text-xs text-ink-muted"
    >
      {monthColumns(cells).map(({ day, column }) => (
        <span key={day} style={{ gridColumn: column + 1 }} className="whitespace-nowrap">
          {formatMonth(day, language)}
        </span>
      ))}
    </div>
  )
}

const Squares = ({ cells, chosenIndex, onChoose }: SquaresProps) => (
  <div className="grid w-max auto-cols-[13px] grid-flow-col grid-rows-[repeat(7,13px)] gap-[3px]">
    {Array.from({ length: leadingGap(cells[0]?.day ?? '') }, (_, index) => (
      <span key={`gap-${index}`} />
    ))}
    {cells.map((cell, index) => (
      <span
        key={cell.day}
        data-index={index}
        onPointerEnter={() => onChoose(index)}
        className={cx(
          'size-[13px] rounded-[3px]',
          LEVELS[cell.level],
          index === chosenIndex && 'outline-2 outline-offset-1 outline-ink',
        )}
      />
    ))}
  </div>
)

const Legend = () => {
  const { t } = useTranslation('leaderboard')
  return (
    <p aria-hidden="true" className="flex items-center gap-1">
      {t('heatmap.less')}
      {([0, 1, 2, 3, 4] as const).map((level) => (
        <span key={level} className={cx('size-[13px] rounded-[3px]', LEVELS[level])} />
      ))}
      {t('heatmap.more')}
    </p>
  )
}
