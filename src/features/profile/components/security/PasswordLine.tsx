import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useCapsLock } from '#src/shared/lib/hooks/use-caps-lock.ts'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { PasswordInput } from '#src/shared/ui/forms/PasswordInput.tsx'

interface Props {
  label: string
  autoComplete: 'current-password' | 'new-password'
  value: string
  error: string | undefined
  below?: ReactNode
  onChange: (value: string) => void
}

/** One password field of the form, with a note when Caps Lock is on. */
export const PasswordLine = ({ label, autoComplete, value, error, below, onChange }: Props) => {
  const { t } = useTranslation('profile')
  const caps = useCapsLock()
  return (
    <Field
      label={label}
      error={error}
      required
      hint={
        caps.on || below ? (
          <>
            {caps.on && <span role="status">{t('password.capsLock')}</span>}
            {below}
          </>
        ) : undefined
      }
    >
      {(control) => (
        <PasswordInput
          {...control}
          {...caps.watch}
          autoComplete={autoComplete}
          showLabel={t('password.show')}
          hideLabel={t('password.hide')}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}
