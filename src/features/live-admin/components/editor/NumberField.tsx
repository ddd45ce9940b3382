import { useState } from 'react'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'

type Props = {
  label: string
  hint?: string
  error: string | null
  min: number
  max: number
  value: number | null
  /** Null while it is no whole number within the bounds. */
  onChange: (value: number | null) => void
}

/** A whole number within bounds; the input stays as typed. */
export const NumberField = ({ label, hint, error, min, max, value, onChange }: Props) => {
  const [typed, setTyped] = useState(value === null ? '' : String(value))
  const isOther = value !== null && Number(typed) !== value
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <TextInput
          {...control}
          dir="ltr"
          type="number"
          inputMode="numeric"
          min={min}
          max={max}
          value={isOther ? String(value) : typed}
          onChange={({ target }) => {
            setTyped(target.value)
            const next = Number(target.value)
            const isWhole = target.value.trim() !== '' && Number.isInteger(next)
            onChange(isWhole && next >= min && next <= max ? next : null)
          }}
        />
      )}
    </Field>
  )
}
