import { useTranslation } from 'react-i18next'
import { errorText } from '#src/core/http/error-text.ts'
import { failureOf, type Failure } from '../model/failure.ts'
import type { Issue } from '../model/issues.ts'

/** Explains a failed call in this feature's words; `fallback` is a text under `errors.` (spec §8). */
export const useFailure = () => {
  const { t } = useTranslation('auth')
  return (error: unknown, fallback: string, known: readonly string[]): Failure =>
    failureOf(
      error,
      known,
      {
        fallback: t(`errors.${fallback}`),
        network: t('errors.network'),
        tooMany: t('wait.tooMany'),
        say: errorText,
      },
      Date.now(),
    )
}

/** The sentence of an issue; a length without a number reads as the tenant's own minimum. */
export const useIssueText = (passwordMin: number) => {
  const { t } = useTranslation('auth')
  return (found: Issue | undefined): string | undefined => {
    if (!found) return undefined
    if (found.key === 'passwordTooShort')
      return t('issues.passwordTooShort', { count: found.count ?? passwordMin })
    return t(`issues.${found.key}`)
  }
}
