import { useState, type KeyboardEvent } from 'react'
import { Link } from 'react-router-dom'
import { axisValues } from '#src/shared/lib/axis.ts'

export interface LinkedBar {
  key: string
  /** The label under the bar; with many bars only some are shown. */
  tick: string
  /** Named where it begins, such as a month. */
  group: string
  name: string
  value: number
  valueText: string
  /** The rows behind it. */
  to: string
}

type Props = {
  bars: readonly LinkedBar[]
  label: string
  columns: readonly [string, string]
  axis: { steps: readonly number[]; text: (value: number) => string }
  /** When every bar is zero. */
  empty: string
  texts: { asTable: string; asChart: string }
}

const TICKS_MAX = 8

/** A bar chart whose bars are links, with a table of the same links as alternative. */
export const LinkedBars = (props: Props) => {
  const [isTable, setIsTable] = useState(false)
  if (props.bars.every(({ value }) => value === 0))
    return <p className="py-16 text-center text-ink-muted">{props.empty}</p>
  return (
    <>
      {isTable ? <BarTable {...props} /> : <Bars {...props} />}
      <button
        type="button"
        data-no-print=""
        aria-pressed={isTable}
        className="mt-2 inline-flex min-h-11 items-center text-sm font-medium text-primary-text hover:underline"
        onClick={() => setIsTable(!isTable)}
      >
        {isTable ? props.texts.asChart : props.texts.asTable}
      </button>
    </>
  )
}

/** One stop for the Tab key; arrow keys go from bar to bar, as one sees them. */
const moveFocus = (event: KeyboardEvent<HTMLElement>): void => {
  const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl'
  const links = [...event.currentTarget.querySelectorAll('a')]
  const at = links.indexOf(document.activeElement as HTMLAnchorElement)
  const targets: Readonly<Record<string, number>> = {
    ArrowRight: at + (isRtl ? -1 : 1),
    ArrowLeft: at + (isRtl ? 1 : -1),
    Home: 0,
    End: links.length - 1,
  }
  const next = links[targets[event.key] ?? -1]
  if (at < 0 || !next) return
  event.preventDefault()
  next.focus()
}

const Bars = ({ bars, label, axis }: Props) => {
  const [current, setCurrent] = useState(bars.length - 1)
  const values = axisValues(Math.max(...bars.map(({ value }) => value)), axis.steps)
  const top = values.at(-1) ?? 1
  const tabStop = Math.min(current, bars.length - 1)
  return (
    <div className="flex gap-2 pt-2">
      <Axis values={values} top={top} text={axis.text} />
      <div className="min-w-0 flex-1">
        <div className="relative h-56 sm:h-64 border-b border-line-strong">
          {values.slice(1).map((value) => (
            <span
              key={value}
              style={{ bottom: `${(value / top) * 100}%` }}
              className="absolute inset-x-0 border-t border-line"
            />
          ))}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys move among its links */}
          <ul
            aria-label={label}
            className="relative flex h-full items-stretch gap-px sm:gap-1"
            onKeyDown={moveFocus}
          >
            {bars.map((bar, index) => (
              <li key={bar.key} className="min-w-0 flex-1">
                <Link
                  to={bar.to}
                  aria-label={`${bar.name}: ${bar.valueText}`}
                  title={`${bar.name}: ${bar.valueText}`}
                  tabIndex={index === tabStop ? 0 : -1}
                  className="group flex h-full items-end rounded-t-md hover:bg-surface-sunken"
                  onFocus={() => setCurrent(index)}
                >
                  <span
                    style={{ height: bar.value > 0 ? `max(3px, ${(bar.value / top) * 100}%)` : 0 }}
                    className="mx-auto block w-full max-w-9 rounded-t-md bg-primary opacity-85 transition-opacity group-hover:opacity-100"
                  />
                </Link>
              </li>
            ))}
          </ul>
        </div>
        <Ticks bars={bars} />
      </div>
    </div>
  )
}

/** All values take up the width of the longest one; each stands beside its line. */
const Axis = ({ values, top, text }: { values: number[]; top: number; text: (value: number) => string }) => (
  <div
    aria-hidden="true"
    className="relative h-56 sm:h-64 shrink-0 text-end text-xs text-ink-muted tabular-nums"
  >
    {values.map((value) => (
      <span key={value} className="invisible block h-0 whitespace-nowrap">
        {text(value)}
      </span>
    ))}
    {values.map((value) => (
      <span
        key={`line-${value}`}
        style={{ bottom: `${(value / top) * 100}%` }}
        className="absolute end-0 translate-y-1/2 whitespace-nowrap"
      >
        {text(value)}
      </span>
    ))}
  </div>
)

const Ticks = ({ bars }: Pick<Props, 'bars'>) => {
  const step = Math.ceil(bars.length / TICKS_MAX)
  const isShown = (index: number) => (bars.length - 1 - index) % step === 0
  const shown = bars.flatMap((bar, index) => (isShown(index) ? [{ bar, index }] : []))
  const named = new Set(
    shown.flatMap(({ bar, index }, at) => (shown[at - 1]?.bar.group === bar.group ? [] : [index])),
  )
  return (
    <div aria-hidden="true" className="mt-1.5 flex gap-px text-xs text-ink-muted sm:gap-1">
      {bars.map((bar, index) => (
        <span key={bar.key} className="relative h-9 min-w-0 flex-1">
          {isShown(index) && (
            <span className="absolute inset-x-0 flex flex-col items-center text-center whitespace-nowrap">
              {bar.tick}
              {named.has(index) && <span className="font-medium text-ink">{bar.group}</span>}
            </span>
          )}
        </span>
      ))}
    </div>
  )
}

const BarTable = ({ bars, label, columns }: Props) => (
  <div
    role="region"
    aria-label={label}
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard must be able to scroll it (WCAG 2.1.1)
    tabIndex={0}
    className="max-h-72 overflow-y-auto print:max-h-none rounded-lg border border-line"
  >
    <table className="w-full text-sm">
      <caption className="sr-only">{label}</caption>
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
        {bars.toReversed().map((bar) => (
          <tr key={bar.key} className="border-b border-line last:border-b-0">
            <th scope="row" className="px-3 py-1 text-start font-normal text-ink">
              {bar.name}
            </th>
            <td className="px-3 py-1 text-end tabular-nums">
              <Link
                to={bar.to}
                className="inline-flex min-h-6 items-center text-primary-text hover:underline pointer-coarse:min-h-11"
              >
                {bar.valueText}
              </Link>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
