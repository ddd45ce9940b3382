import { useTranslation } from 'react-i18next'
import { CodeInput } from '#src/shared/ui/forms/CodeInput.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { focusOnMount } from './focus-on-mount.ts'
import type { useCodeForm } from './use-code-form.ts'

interface Props {
  form: ReturnType<typeof useCodeForm>
  /** Takes the focus at once: the field is all there is. */
  isFirst: boolean
}

/** The six digits that the authenticator app shows; submits by itself. */
export const AppCodeField = ({ form, isFirst }: Props) => {
  const { t } = useTranslation('auth/two-step')
  const problem = form.issues.otp
  return (
    <Field
      label={t('code.label')}
      hint={t('code.hint')}
      error={problem && t(problem.key === 'codeWrong' ? 'code.wrong' : 'code.incomplete')}
      required
    >
      {(control) => (
        <CodeInput
          {...control}
          {...(isFirst && { ref: focusOnMount })}
          value={form.values.otp}
          onChange={(code) => form.set('otp', code)}
          onComplete={(otp) => form.submitWith({ otp })}
        />
      )}
    </Field>
  )
}
