import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { foldDigits } from '#src/shared/lib/text/digits.ts'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'

/** What questions may ask for (contract/courses/quiz.ts). */
const LARGEST = 1e15

type Props = {
  label: string
  hint?: string
  min?: number
  max?: number
  value: number
  onChange: (value: number) => void
}

/** Digits of any script, a point or a comma; what is no number yet stays in the field and is said. */
export const DecimalNumber = ({ label, hint, min = -LARGEST, max = LARGEST, value, onChange }: Props) => {
  const { t } = useTranslation('course-builder')
  const [typed, setTyped] = useState(String(value))
  const parsed = numberOf(typed)
  const wrong = parsed === null || parsed < min || parsed > max
  return (
    <Field label={label} hint={hint} error={wrong ? t('quiz.numberInvalid') : null}>
      {(control) => (
        <TextInput
          {...control}
          dir="ltr"
          inputMode="decimal"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            const next = numberOf(event.target.value)
            if (next !== null && next >= min && next <= max) onChange(next)
          }}
        />
      )}
    </Field>
  )
}

const numberOf = (typed: string): number | null => {
  const plain = foldDigits(typed).trim().replace('٫', '.').replace(',', '.')
  return /^-?\d+(\.\d+)?$/.test(plain) ? Number(plain) : null
}
