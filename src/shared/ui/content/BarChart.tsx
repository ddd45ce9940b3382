import { useState, type ReactNode } from 'react'
import { axisValues } from '#src/shared/lib/axis.ts'
import { cx } from '#src/shared/lib/cx.ts'

export interface Bar {
  key: string
  /** The label under the bar. With many bars only some are shown. */
  tick: string
  /** A shorter label for phones, where the other one would touch its neighbours. */
  phoneTick?: string
  /** The full name, for the table and the tooltip. */
  name: string
  value: number
  valueText: string
  /** What neighbours share, such as a month; named below where it begins. */
  group?: string
}

type Props = {
  bars: readonly Bar[]
  /** The chart's message in one sentence. */
  summary: string
  columns: readonly [string, string]
  texts: { asTable: string; asChart: string }
  /** The steps between the values beside the bars, and how a value reads. */
  axis: { steps: readonly number[]; text: (value: number) => string }
  /** A line at a value, with its meaning. */
  goal?: { value: number; text: string }
  /** Shown beside the summary, such as a period selector. */
  controls?: ReactNode
  /** No bar is the current one: all look alike. */
  even?: boolean
}

/** More labels than this would touch each other on a phone. */
const TICKS_MAX = 8
/** A narrower group has no room for its name. */
const NAMED_SHARE_MIN = 0.12

/**
 * A bar chart with a table as alternative; the last bar is the current period. It follows the text direction.
 */
export const BarChart = ({ bars, summary, columns, texts, axis, goal, controls, even = false }: Props) => {
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
        <Bars bars={bars} summary={summary} axis={axis} {...(goal && { goal })} even={even} />
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

type BarsProps = Pick<Props, 'bars' | 'summary' | 'axis' | 'goal'> & { even: boolean }

const Bars = ({ bars, summary, axis, goal, even }: BarsProps) => {
  const values = axisValues(Math.max(...bars.map((bar) => bar.value), goal?.value ?? 0), axis.steps)
  const top = values.at(-1) ?? 1
  const height = (value: number) => `${(value / top) * 100}%`
  return (
    <div role="img" aria-label={summary} className={goal ? 'pt-6' : 'pt-2'}>
      <div className="flex gap-2">
        <AxisValues values={values} text={axis.text} height={height} />
        <div className="min-w-0 flex-1">
          <div className="relative flex h-40 items-stretch gap-[3px] border-b border-line-strong sm:gap-1.5">
            {values.slice(1).map((value) => (
              <span
                key={value}
                style={{ bottom: height(value) }}
                className="absolute inset-x-0 border-t border-line"
              />
            ))}
            {bars.map((bar, index) => (
              <div
                key={bar.key}
                title={`${bar.name}: ${bar.valueText}`}
                className="group relative flex flex-1 items-end"
              >
                <div
                  style={{ height: bar.value > 0 ? `max(3px, ${height(bar.value)})` : 0 }}
                  className={cx(
                    'mx-auto w-full max-w-9 rounded-t-md transition-opacity group-hover:opacity-80',
                    even || index === bars.length - 1 ? 'bg-primary' : 'bg-primary opacity-60',
                  )}
                />
              </div>
            ))}
            {goal && <GoalLine text={goal.text} bottom={height(goal.value)} />}
          </div>
          <Ticks bars={bars} />
        </div>
      </div>
    </div>
  )
}

/** All values take up the width of the longest one; each stands beside its line. */
const AxisValues = (props: {
  values: readonly number[]
  text: (value: number) => string
  height: (value: number) => string
}) => (
  <div aria-hidden="true" className="relative h-40 shrink-0 text-end text-xs text-ink-muted tabular-nums">
    {props.values.map((value) => (
      <span key={value} className="invisible block h-0 whitespace-nowrap">
        {props.text(value)}
      </span>
    ))}
    {props.values.map((value) => (
      <span
        key={`line-${value}`}
        style={{ bottom: props.height(value) }}
        className="absolute end-0 translate-y-1/2 whitespace-nowrap"
      >
        {props.text(value)}
      </span>
    ))}
  </div>
)

const GoalLine = ({ text, bottom }: { text: string; bottom: string }) => (
  <span
    aria-hidden="true"
    style={{ bottom }}
    className="pointer-events-none absolute inset-x-0 flex justify-end border-t-2 border-dashed border-decor-flame-edge"
  >
    <span className="absolute -top-6 rounded bg-surface-raised px-1.5 py-0.5 text-xs text-ink">{text}</span>
  </span>
)

/** The names below the bars, and below them the groups, such as months, where one begins. */
const Ticks = ({ bars }: Pick<Props, 'bars'>) => {
  const tickStep = Math.ceil(bars.length / TICKS_MAX)
  const groups = groupsOf(bars)
  return (
    <div aria-hidden="true" className="mt-1.5 text-xs text-ink-muted">
      <div className="flex gap-[3px] sm:gap-1.5">
        {bars.map((bar, index) => (
          <span key={bar.key} className="relative h-4 flex-1">
            {(bars.length - 1 - index) % tickStep === 0 && (
              <span className="absolute inset-x-0 flex justify-center whitespace-nowrap">
                <span className={cx(bar.phoneTick !== undefined && 'max-sm:hidden')}>{bar.tick}</span>
                {bar.phoneTick !== undefined && <span className="sm:hidden">{bar.phoneTick}</span>}
              </span>
            )}
          </span>
        ))}
      </div>
      {groups.length > 0 && (
        <div className="mt-1 flex h-4 font-medium text-ink">
          {groups.map((group) => (
            <span
              key={group.name}
              style={{ flexGrow: group.size }}
              className="min-w-0 flex-1 basis-0 truncate border-s border-line-strong ps-1 first:border-s-0 first:ps-0"
            >
              {group.size / bars.length >= NAMED_SHARE_MIN && group.name}
            </span>
          ))}
        </div>
      )}
    </div>
  )
}

const groupsOf = (bars: readonly Bar[]): { name: string; size: number }[] => {
  const groups: { name: string; size: number }[] = []
  for (const { group } of bars) {
    const last = groups.at(-1)
    if (group === undefined) continue
    if (last?.name === group) last.size += 1
    else groups.push({ name: group, size: 1 })
  }
  return groups
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
