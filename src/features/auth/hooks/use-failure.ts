import { useTranslation } from 'react-i18next'
import { errorText } from '#src/core/http/error-text.ts'
import { failureOf, type Failure } from '../model/failure.ts'
import type { Issue } from '../model/issues.ts'

/** Describes a failed call with this feature's texts; `fallback` is a key under `errors.` (spec 8). */
export const useFailure = () => {
  const { t } = useTranslation('auth')
  return (error: unknown, fallback: string, fields: readonly string[]): Failure =>
    failureOf(
      error,
      fields,
      {
        fallback: t(`errors.${fallback}`),
        network: t('errors.network'),
        tooMany: t('wait.tooMany'),
        messageOf: errorText,
      },
      Date.now(),
    )
}

/** The text of an issue; a minimum length without a number uses the client's minimum. */
export const useIssueText = (passwordMin: number) => {
  const { t } = useTranslation('auth')
  return (problem: Issue | undefined): string | undefined => {
    if (!problem) return undefined
    if (problem.key === 'passwordTooShort')
      return t('issues.passwordTooShort', { count: problem.count ?? passwordMin })
    return t(`issues.${problem.key}`)
  }
}
