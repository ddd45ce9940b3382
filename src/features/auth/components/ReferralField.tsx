import { useTranslation } from 'react-i18next'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { useReferralHint } from '../hooks/use-referral-hint.ts'
import { REFERRAL_CODE_MAX } from '../model/kept-referral.ts'

type Props = { value: string; error: string | null | undefined; onChange: (value: string) => void }

/** The code of a friend. A wrong one is a hint, never an obstacle. */
export const ReferralField = ({ value, error, onChange }: Props) => {
  const { t } = useTranslation('auth')
  const isValid = useReferralHint(value)
  const hint = isValid === null ? null : t(isValid ? 'referral.found' : 'referral.unknown')
  return (
    <Field
      label={t('fields.referral')}
      optionalLabel={t('fields.optional')}
      hint={<span role="status">{hint}</span>}
      error={error}
    >
      {(control) => (
        <TextInput
          {...control}
          name="referral_code"
          dir="ltr"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={REFERRAL_CODE_MAX}
          className="rtl:text-end"
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  )
}
