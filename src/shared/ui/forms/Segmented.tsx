import { useId, type ReactNode } from 'react'
import { cx } from '#src/shared/lib/cx.ts'

type Option<T extends string> = { value: T; label: ReactNode; icon?: ReactNode; lang?: string }

type Props<T extends string> = {
  legend: ReactNode
  /** Null while nothing is chosen. */
  value: T | null
  options: readonly Option<T>[]
  onChange: (value: T) => void
  className?: string
}

/** A visible choice of two to four options. Native radio buttons keep arrow keys and forms working. */
export const Segmented = <T extends string>({ legend, value, options, onChange, className }: Props<T>) => {
  const name = useId()
  return (
    <fieldset className={cx('min-w-0', className)}>
      <legend className="mb-1.5 text-sm font-medium text-ink">{legend}</legend>
      <div className="flex gap-1 rounded-lg bg-surface-sunken p-1">
        {options.map((option) => (
          <label
            key={option.value}
            lang={option.lang}
            className="flex min-h-9 min-w-0 flex-1 cursor-pointer items-center justify-center gap-1.5 rounded-md border border-transparent px-2 text-center text-sm text-ink-muted outline-focus has-checked:border-line-strong has-checked:bg-surface-raised has-checked:font-semibold has-checked:text-ink has-focus-visible:outline-2 pointer-coarse:min-h-11"
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              className="sr-only"
              onChange={() => onChange(option.value)}
            />
            {option.icon}
            <span className="leading-tight wrap-anywhere">{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
