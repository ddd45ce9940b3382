import { useTranslation } from 'react-i18next'
import { isApiError } from '#src/core/http/api-error.ts'
import { useAuthForm } from '../../hooks/use-auth-form.ts'
import { useFailure } from '../../hooks/use-failure.ts'
import { issue } from '../../model/issues.ts'

/** A form with one field. `onExpired` is called when the sign-in has to start again. */
export const useCodeForm = (options: {
  isComplete: (code: string) => boolean
  submit: (code: string) => Promise<void>
  onExpired?: () => void
}) => {
  const { t } = useTranslation('auth/two-step')
  const explain = useFailure()
  return useAuthForm({
    initial: { otp: '' },
    discard: 'otp',
    validate: ({ otp }) => (options.isComplete(otp) ? {} : { otp: issue('codeIncomplete') }),
    submit: ({ otp }) => options.submit(otp),
    explain: (error) => {
      if (isApiError(error) && error.code === 'code_expired' && options.onExpired) options.onExpired()
      // The texts of mailed codes would send the person to their mail.
      const failure = explain(error, 'verify', [])
      if (isApiError(error) && error.code === 'invalid_code')
        return { ...failure, message: null, issues: { otp: issue('codeWrong') }, at: Date.now() }
      return isApiError(error) && error.status !== null && failure.retryAt === null
        ? { ...failure, message: t('code.failed') }
        : failure
    },
  })
}
