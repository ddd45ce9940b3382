import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'

type Props = {
  label: ReactNode
  hint?: ReactNode
  error?: string | null
  min: number
  max: number
  value: number | null
  /** Null while the input is not a whole number within the bounds. */
  onChange: (value: number | null) => void
  className?: string
}

/** A whole number within bounds. The input stays as typed. */
export const NumberField = ({ label, hint, error, min, max, value, onChange, className }: Props) => {
  const { t } = useTranslation('assessments/admin/authoring')
  const [typed, setTyped] = useState(value === null ? '' : String(value))
  // Show a value that changed from outside, for example after saving. Do not reformat the author's own
  // input.
  const displayed = value !== null && Number(typed) !== value ? String(value) : typed
  const rangeError = value === null && typed.trim() !== '' ? t('problem.range', { min, max }) : null
  return (
    <Field label={label} hint={hint} error={rangeError ?? error} {...(className ? { className } : {})}>
      {(control) => (
        <TextInput
          {...control}
          dir="ltr"
          type="number"
          inputMode="numeric"
          min={min}
          max={max}
          value={displayed}
          onChange={(event) => {
            setTyped(event.target.value)
            const next = Number(event.target.value)
            const isWhole = event.target.value.trim() !== '' && Number.isInteger(next)
            onChange(isWhole && next >= min && next <= max ? next : null)
          }}
        />
      )}
    </Field>
  )
}
