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
  /** Null for an emptied field. */
  | { optional: true; onChange: (value: number | null) => void }
)

/**
 * A whole number within bounds, in the digits of any of our scripts. What is being typed stays as it was typed; what is
 * out of the bounds is said and not taken.
 */
export const WholeNumber = (props: Props) => {
  const { label, hint, min, max, value, className } = props
  const { t } = useTranslation('course-builder')
  const language = useLanguage()
  /** Null while nobody types: then the value is shown. */
  const [typed, setTyped] = useState<string | null>(null)
  const [left, setLeft] = useState(false)
  const wrong = typed !== null && typed.trim() !== '' && wholeIn(typed, min, max) === null
  // On the way to 500 one types 5: too little is said only once the field is left.
  const onTheWay = !left && wholeIn(typed ?? '', 0, min) !== null
  return (
    <Field
      label={label}
      hint={hint}
      error={
        wrong && !onTheWay
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
            setLeft(false)
            const next = wholeIn(target.value, min, max)
            if (next !== null) props.onChange(next)
            else if (props.optional && target.value.trim() === '') props.onChange(null)
          }}
          onBlur={() => {
            // An emptied field that needs a number shows the one that counts.
            if (wrong) setLeft(true)
            else setTyped(null)
          }}
        />
      )}
    </Field>
  )
}

const wholeIn = (typed: string, min: number, max: number): number | null => {
  const plain = foldDigits(typed).trim()
  const read = /^\d{1,9}$/.test(plain) ? Number(plain) : null
  return read !== null && read >= min && read <= max ? read : null
}
