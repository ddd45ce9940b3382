import { useId, type ReactNode } from 'react'

interface Props<T extends string> {
  legend: string
  value: T
  options: readonly { value: T; label: ReactNode; lang?: string }[]
  onChange: (value: T) => void
}

/** One of a few, all of them in sight; native radios, so arrow keys and screen readers know them. */
export const ChoiceGroup = <T extends string>({ legend, value, options, onChange }: Props<T>) => {
  const name = useId()
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-medium">{legend}</legend>
      <div className="flex flex-wrap gap-2">
        {options.map((option) => (
          <label
            key={option.value}
            lang={option.lang}
            className="flex min-h-11 cursor-pointer items-center gap-2.5 rounded-lg border border-line-strong px-4 py-2 has-checked:border-primary has-checked:bg-primary-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              className="size-4 accent-primary outline-none"
              onChange={() => onChange(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
