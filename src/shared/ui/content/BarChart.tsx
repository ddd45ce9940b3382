import { useState, type ReactNode } from 'react'
import { cx } from '#src/shared/lib/cx.ts'

export interface Bar {
  key: string
  /** Under the bar; only some are shown when there are many. */
  tick: string
  /** The whole name, for the table and the tooltip. */
  name: string
  value: number
  valueText: string
}

type Props = {
  bars: readonly Bar[]
  /** What the picture says, in one sentence. */
  summary: string
  columns: readonly [string, string]
  texts: { asTable: string; asChart: string }
  /** Where a thin line marks a goal. */
  goal?: number
  /** Beside the switch between chart and table, such as a choice of period. */
  controls?: ReactNode
  /** No bar is the present one: all look alike. */
  even?: boolean
}

/** More ticks than this would touch each other on a phone. */
const TICKS_MAX = 8

/** Bars from zero with a table behind a switch; the last bar is the present one. Mirrors in Arabic by itself. */
export const BarChart = ({ bars, summary, columns, texts, goal, controls, even = false }: Props) => {
  const [table, setTable] = useState(false)
  return (
    <div>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-ink-muted">{summary}</p>
        {controls}
      </div>
      {table ? (
        <BarTable bars={bars} columns={columns} summary={summary} even={even} />
      ) : (
        <Bars bars={bars} summary={summary} goal={goal} even={even} />
      )}
      <button
        type="button"
        aria-pressed={table}
        className="mt-2 inline-flex min-h-11 items-center text-sm font-medium text-primary-text hover:underline"
        onClick={() => setTable(!table)}
      >
        {table ? texts.asChart : texts.asTable}
      </button>
    </div>
  )
}

const Bars = ({
  bars,
  summary,
  goal,
  even,
}: {
  bars: readonly Bar[]
  summary: string
  goal: number | undefined
  even: boolean
}) => {
  const top = Math.max(...bars.map((bar) => bar.value), (goal ?? 0) * 2, Number.MIN_VALUE)
  const every = Math.ceil(bars.length / TICKS_MAX)
  return (
    <div role="img" aria-label={summary}>
      <div className="relative flex h-40 items-stretch gap-[3px] border-b border-line-strong sm:gap-1.5">
        {goal !== undefined && (
          <span
            style={{ bottom: `${(goal / top) * 100}%` }}
            className="absolute inset-x-0 border-t border-dashed border-line-strong"
          />
        )}
        {bars.map((bar, index) => (
          <div
            key={bar.key}
            title={`${bar.name}: ${bar.valueText}`}
            className="group relative flex flex-1 items-end"
          >
            <div
              style={{ height: bar.value > 0 ? `max(3px, ${(bar.value / top) * 100}%)` : 0 }}
              className={cx(
                'mx-auto w-full max-w-9 rounded-t-sm transition-opacity group-hover:opacity-80',
                even || index === bars.length - 1 ? 'bg-primary' : 'bg-primary opacity-60',
              )}
            />
          </div>
        ))}
      </div>
      <div aria-hidden="true" className="mt-1.5 flex gap-[3px] text-xs text-ink-muted sm:gap-1.5">
        {bars.map((bar, index) => (
          <span key={bar.key} className="relative h-4 flex-1">
            {(bars.length - 1 - index) % every === 0 && (
              <span className="absolute inset-x-0 flex justify-center whitespace-nowrap">{bar.tick}</span>
            )}
          </span>
        ))}
      </div>
    </div>
  )
}

const BarTable = ({ bars, columns, summary, even }: Pick<Props, 'bars' | 'columns' | 'summary' | 'even'>) => (
  <div
    role="region"
    aria-label={summary}
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls can be scrolled by keyboard (WCAG 2.1.1)
    tabIndex={0}
    className="max-h-72 overflow-y-auto rounded-lg border border-line"
  >
    <table className="w-full text-sm">
      <caption className="sr-only">{summary}</caption>
      <thead>
        <tr className="border-b border-line text-ink-muted">
          <th scope="col" className="px-3 py-2 text-start font-medium">
            {columns[0]}
          </th>
          <th scope="col" className="px-3 py-2 text-end font-medium">
            {columns[1]}
          </th>
        </tr>
      </thead>
      <tbody>
        {(even ? bars : bars.toReversed()).map((bar) => (
          <tr key={bar.key} className="border-b border-line last:border-b-0">
            <th scope="row" className="px-3 py-2 text-start font-normal text-ink">
              {bar.name}
            </th>
            <td className="px-3 py-2 text-end tabular-nums text-ink">{bar.valueText}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
