import { Field } from '#src/shared/ui/forms/Field.tsx'
import { Select, type SelectOption } from '#src/shared/ui/forms/Select.tsx'

type ChoiceProps<T extends string> = {
  label: string
  className?: string
  value: T
  options: readonly SelectOption<T>[]
  onChange: (value: T) => void
}

/** A choice among a few for a list, such as its order. */
export const ChoiceSelect = <T extends string>({ label, className = 'sm:w-52', ...rest }: ChoiceProps<T>) => (
  <Field label={label} className={className}>
    {(control) => <Select {...control} {...rest} />}
  </Field>
)

const ALL = 'all'

type FilterProps<T extends string> = Omit<ChoiceProps<T>, 'value' | 'onChange'> & {
  /** Null: no filter. */
  value: T | null
  /** The label of no filter. */
  all: string
  onChange: (value: T | null) => void
}

/** One filter of a list: all, or one of a few. */
export const FilterSelect = <T extends string>({
  all,
  value,
  options,
  onChange,
  ...rest
}: FilterProps<T>) => (
  <ChoiceSelect<T | typeof ALL>
    {...rest}
    value={value ?? ALL}
    options={[{ value: ALL, label: all }, ...options]}
    onChange={(next) => onChange(next === ALL ? null : (next as T))}
  />
)
