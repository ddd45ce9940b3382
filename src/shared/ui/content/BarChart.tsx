import { useState, type ReactNode } from 'react'
import { cx } from '#src/shared/lib/cx.ts'

export interface Bar {
  key: string
  /** The label under the bar. With many bars only some are shown. */
  tick: string
  /** The full name, for the table and the tooltip. */
  name: string
  value: number
  valueText: string
}

type Props = {
  bars: readonly Bar[]
  /** The chart's message in one sentence. */
  summary: string
  columns: readonly [string, string]
  texts: { asTable: string; asChart: string }
  /** Draws a goal line at this value. */
  goal?: number
  /** Shown beside the summary, such as a period selector. */
  controls?: ReactNode
  /** No bar is the current one: all look alike. */
  even?: boolean
}

/** More labels than this would touch each other on a phone. */
const TICKS_MAX = 8

/**
 * A bar chart with a table as alternative; the last bar is the current period. It follows the text direction.
 */
export const BarChart = ({ bars, summary, columns, texts, goal, controls, even = false }: Props) => {
  const [isTable, setIsTable] = useState(false)
  return (
    <div>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-ink-muted">{summary}</p>
        {controls}
      </div>
      {isTable ? (
        <BarTable bars={bars} columns={columns} summary={summary} even={even} />
      ) : (
        <Bars bars={bars} summary={summary} goal={goal} even={even} />
      )}
      <button
        type="button"
        aria-pressed={isTable}
        className="mt-2 inline-flex min-h-11 items-center text-sm font-medium text-primary-text hover:underline"
        onClick={() => setIsTable(!isTable)}
      >
        {isTable ? texts.asChart : texts.asTable}
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
  const tickStep = Math.ceil(bars.length / TICKS_MAX)
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
            {(bars.length - 1 - index) % tickStep === 0 && (
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
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard must be able to scroll it (WCAG 2.1.1)
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
