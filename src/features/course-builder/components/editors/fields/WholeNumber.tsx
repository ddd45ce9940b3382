import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { foldDigits } from '#src/shared/lib/text/digits.ts'
import { formatNumber } from '#src/shared/lib/format.ts'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'

type Props = {
  label: string
  hint?: string | undefined
  min: number
  max: number
  value: number | null
  className?: string
} & (
  | { optional?: false; onChange: (value: number) => void }
  /** Null for an empty field. */
  | { optional: true; onChange: (value: number | null) => void }
)

/**
 * A whole number within bounds, in the digits of any supported script. The input stays as typed. A value
 * out of bounds shows an error and is not applied.
 */
export const WholeNumber = (props: Props) => {
  const { label, hint, min, max, value, className } = props
  const { t } = useTranslation('course-builder')
  const language = useLanguage()
  /** Null while the author is not typing; then the value is shown. */
  const [typed, setTyped] = useState<string | null>(null)
  const [wasLeft, setWasLeft] = useState(false)
  const isInvalid = typed !== null && typed.trim() !== '' && parseWhole(typed, min, max) === null
  // While typing 500 the value is first 5, so report a value that is too small only after leaving the
  // field.
  const mayBeIncomplete = !wasLeft && parseWhole(typed ?? '', 0, min) !== null
  return (
    <Field
      label={label}
      hint={hint}
      error={
        isInvalid && !mayBeIncomplete
          ? t('field.range', { min: formatNumber(min, language), max: formatNumber(max, language) })
          : null
      }
      {...(className !== undefined && { className })}
    >
      {(control) => (
        <TextInput
          {...control}
          dir="ltr"
          inputMode="numeric"
          autoComplete="off"
          value={typed ?? value ?? ''}
          onChange={({ target }) => {
            setTyped(target.value)
            setWasLeft(false)
            const next = parseWhole(target.value, min, max)
            if (next !== null) props.onChange(next)
            else if (props.optional && target.value.trim() === '') props.onChange(null)
          }}
          onBlur={() => {
            // An empty required field shows its last valid value again.
            if (isInvalid) setWasLeft(true)
            else setTyped(null)
          }}
        />
      )}
    </Field>
  )
}

const parseWhole = (typed: string, min: number, max: number): number | null => {
  const digits = foldDigits(typed).trim()
  const value = /^\d{1,9}$/.test(digits) ? Number(digits) : null
  return value !== null && value >= min && value <= max ? value : null
}
