import { useTranslation } from 'react-i18next'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'

interface Props {
  value: string
  error?: string | undefined
  onChange: (value: string) => void
}

/** The e-mail of an account; browsers autofill it as the user name. */
export const EmailField = ({ value, error, onChange }: Props) => {
  const { t } = useTranslation('auth')
  return (
    <Field label={t('fields.email')} error={error} required>
      {(control) => (
        <TextInput
          {...control}
          name="email"
          type="email"
          dir="ltr"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          className="rtl:text-end"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}
