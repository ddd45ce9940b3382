import { useTranslation } from 'react-i18next'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { AuthFormShell } from '../../components/AuthFormShell.tsx'
import { focusOnMount } from './focus-on-mount.ts'
import { useCodeForm } from './use-code-form.ts'

interface Props {
  submit: (code: string) => Promise<void>
  onExpired: () => void
}

/** Asks for a recovery code: for a lost phone. */
export const RecoveryStep = ({ submit, onExpired }: Props) => {
  const { t } = useTranslation('auth/two-step')
  const form = useCodeForm({ isComplete: (code) => code.trim() !== '', submit, onExpired })
  const problem = form.issues.otp
  return (
    <AuthFormShell
      form={form}
      label={t('recovery.title')}
      submit={t('signIn.submit')}
      submitting={t('code.checking')}
    >
      <Field
        label={t('recovery.label')}
        hint={t('recovery.hint')}
        error={problem && t(problem.key === 'codeWrong' ? 'recovery.wrong' : 'recovery.missing')}
        required
      >
        {(control) => (
          <TextInput
            {...control}
            name="otp"
            dir="ltr"
            ref={focusOnMount}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={100}
            className="font-mono rtl:text-end"
            value={form.values.otp}
            onChange={(event) => form.set('otp', event.target.value)}
          />
        )}
      </Field>
    </AuthFormShell>
  )
}
