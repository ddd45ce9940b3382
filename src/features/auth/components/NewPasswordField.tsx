import { useTranslation } from 'react-i18next'
import { isolated } from '#src/shared/lib/text/isolated.ts'
import type { PasswordContext } from '#src/shared/lib/password-checks.ts'
import { PasswordChecklist } from '#src/shared/ui/forms/PasswordChecklist.tsx'
import { useTenant } from '../hooks/use-tenant.ts'
import { PasswordField } from './PasswordField.tsx'

interface Props {
  label: string
  value: string
  error: string | undefined
  context: PasswordContext
  onChange: (value: string) => void
}

/** A new password with its rules. */
export const NewPasswordField = ({ context, ...field }: Props) => {
  const { t } = useTranslation('auth')
  const { name } = useTenant()
  return (
    <PasswordField
      {...field}
      autoComplete="new-password"
      below={
        <PasswordChecklist
          {...context}
          password={field.value}
          texts={{
            title: t('checklist.title'),
            length: t('checklist.length', { count: context.min }),
            ownWords: t('checklist.ownWords', { name: isolated(name) }),
            maximum: t('checklist.maximum'),
            hint: t('checklist.hint'),
            met: t('checklist.met'),
            unmet: t('checklist.unmet'),
          }}
        />
      }
    />
  )
}
