import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { PasswordInput } from '#src/shared/ui/forms/PasswordInput.tsx'
import { useCapsLock } from '#src/shared/lib/hooks/use-caps-lock.ts'

interface Props {
  name?: string
  label: string
  value: string
  onChange: (value: string) => void
  error?: string | undefined
  autoComplete: 'current-password' | 'new-password'
  aside?: ReactNode
  /** Shown under the control, such as the checklist. */
  below?: ReactNode
  disabled?: boolean
}

/** A password with a show button and a note when Caps Lock is on. */
export const PasswordField = ({
  name = 'password',
  label,
  error,
  aside,
  below,
  onChange,
  ...input
}: Props) => {
  const { t } = useTranslation('auth')
  const caps = useCapsLock()
  return (
    <Field
      label={label}
      error={error}
      required
      aside={aside}
      hint={
        caps.on || below ? (
          <>
            {caps.on && <span role="status">{t('fields.capsLock')}</span>}
            {below}
          </>
        ) : undefined
      }
    >
      {(control) => (
        <PasswordInput
          {...control}
          {...input}
          name={name}
          showLabel={t('fields.showPassword')}
          hideLabel={t('fields.hidePassword')}
          onChange={(event) => onChange(event.target.value)}
          {...caps.watch}
        />
      )}
    </Field>
  )
}
