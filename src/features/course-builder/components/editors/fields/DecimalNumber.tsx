import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { foldDigits } from '#src/shared/lib/text/digits.ts'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'

/** The limit of numeric questions (contract/courses/quiz.ts). */
const VALUE_MAX = 1e15

type Props = {
  label: string
  hint?: string
  min?: number
  max?: number
  /** Null while nothing was entered. */
  value: number | null
  onChange: (value: number) => void
}

/**
 * A decimal number in digits of any script, with a point or a comma. Invalid input stays in the field with
 * an error.
 */
export const DecimalNumber = ({ label, hint, min = -VALUE_MAX, max = VALUE_MAX, value, onChange }: Props) => {
  const { t } = useTranslation('course-builder')
  const [typed, setTyped] = useState(value === null ? '' : String(value))
  const parsed = parseDecimal(typed)
  const isUntouched = value === null && typed === ''
  const isInvalid = !isUntouched && (parsed === null || parsed < min || parsed > max)
  return (
    <Field label={label} hint={hint} error={isInvalid ? t('quiz.numberInvalid') : null}>
      {(control) => (
        <TextInput
          {...control}
          dir="ltr"
          inputMode="decimal"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            const next = parseDecimal(event.target.value)
            if (next !== null && next >= min && next <= max) onChange(next)
          }}
        />
      )}
    </Field>
  )
}

const parseDecimal = (typed: string): number | null => {
  const plain = foldDigits(typed).trim().replace('٫', '.').replace(',', '.')
  return /^-?\d+(\.\d+)?$/.test(plain) ? Number(plain) : null
}
