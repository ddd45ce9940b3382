import { Field } from '#src/shared/ui/forms/Field.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'

type Props = {
  label: string
  hint?: string
  error: string | null
  required?: boolean
  value: string
  onChange: (value: string) => void
}

/** An amount as people type it. */
export const AmountField = ({ value, onChange, ...field }: Props) => (
  <Field {...field}>
    {(control) => (
      <TextInput
        {...control}
        dir="ltr"
        inputMode="decimal"
        autoComplete="off"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    )}
  </Field>
)
