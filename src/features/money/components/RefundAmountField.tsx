import { useTranslation } from 'react-i18next'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'

type Props = {
  currency: string
  /** The largest amount that can be refunded, formatted. */
  largest: string
  hint: string
  value: string
  isWrong: boolean
  onChange: (value: string) => void
}

export const RefundAmountField = ({ currency, largest, hint, value, isWrong, onChange }: Props) => {
  const { t } = useTranslation('money')
  return (
    <Field
      label={t('refunds.amount', { currency })}
      hint={hint}
      error={isWrong ? t('refunds.wrongAmount', { amount: largest }) : null}
    >
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
}
