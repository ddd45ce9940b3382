import { useTranslation } from 'react-i18next'
import type { ApiError } from '#src/core/http/api-error.ts'

export type Refused = ApiError['fields']

/** The words for what the server refused in one field; null if it was fine. */
export const useFieldError = (refused: Refused) => {
  const { t } = useTranslation('platform')
  return (field: string, wrong: string): string | null => {
    const [issue] = refused?.[field] ?? []
    if (!issue) return null
    if (issue.code === 'taken') return t('create.taken')
    return issue.code === 'required' ? t('create.required') : wrong
  }
}
