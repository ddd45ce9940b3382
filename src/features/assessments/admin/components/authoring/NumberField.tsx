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
  /** Null while the field holds no whole number within the bounds. */
  onChange: (value: number | null) => void
  className?: string
}

/** A whole number within bounds; what was typed stays as it was typed. */
export const NumberField = ({ label, hint, error, min, max, value, onChange, className }: Props) => {
  const { t } = useTranslation('assessments/admin/authoring')
  const [typed, setTyped] = useState(value === null ? '' : String(value))
  // Another value from outside, such as after saving, is shown; the own one is not written over.
  const shown = value !== null && Number(typed) !== value ? String(value) : typed
  const out = value === null && typed.trim() !== '' ? t('problem.range', { min, max }) : null
  return (
    <Field label={label} hint={hint} error={out ?? error} {...(className ? { className } : {})}>
      {(control) => (
        <TextInput
          {...control}
          dir="ltr"
          type="number"
          inputMode="numeric"
          min={min}
          max={max}
          value={shown}
          onChange={(event) => {
            setTyped(event.target.value)
            const next = Number(event.target.value)
            const whole = event.target.value.trim() !== '' && Number.isInteger(next)
            onChange(whole && next >= min && next <= max ? next : null)
          }}
        />
      )}
    </Field>
  )
}
