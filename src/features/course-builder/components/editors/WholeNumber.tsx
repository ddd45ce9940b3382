import { Field } from '#src/shared/ui/Field.tsx'
import { TextInput } from '#src/shared/ui/TextInput.tsx'

type Props = {
  label: string
  hint?: string | undefined
  min: number
  max: number
  value: number | null
  /** Null for an emptied field. */
  onChange: (value: number | null) => void
}

/** A whole number within bounds; what is out of them stays in nobody's way and is not taken. */
export const WholeNumber = ({ label, hint, min, max, value, onChange }: Props) => (
  <Field label={label} hint={hint}>
    {(control) => (
      <TextInput
        {...control}
        dir="ltr"
        type="number"
        min={min}
        max={max}
        value={value ?? ''}
        onChange={(event) => {
          if (event.target.value === '') return onChange(null)
          const next = Math.trunc(event.target.valueAsNumber)
          if (next >= min && next <= max) onChange(next)
        }}
      />
    )}
  </Field>
)
