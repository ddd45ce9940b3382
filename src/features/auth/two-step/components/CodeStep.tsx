import { useTranslation } from 'react-i18next'
import { CODE_DIGITS } from '#contract/limits.ts'
import { AuthFormShell } from '../../components/AuthFormShell.tsx'
import { AppCodeField } from './AppCodeField.tsx'
import { useCodeForm } from './use-code-form.ts'

interface Props {
  submit: (code: string) => Promise<void>
  onExpired?: () => void
  label: string
  submitLabel: string
  /** False where something to read stands above the field. */
  isFirst?: boolean
}

/** Asks for the code of the authenticator app. */
export const CodeStep = ({ submit, onExpired, label, submitLabel, isFirst = true }: Props) => {
  const { t } = useTranslation('auth/two-step')
  const form = useCodeForm({
    isComplete: (code) => code.length === CODE_DIGITS,
    submit,
    ...(onExpired && { onExpired }),
  })
  return (
    <AuthFormShell form={form} label={label} submit={submitLabel} submitting={t('code.checking')}>
      <AppCodeField form={form} isFirst={isFirst} />
    </AuthFormShell>
  )
}
