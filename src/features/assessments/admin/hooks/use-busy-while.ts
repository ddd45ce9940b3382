import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { registerBusy } from '#src/core/session/busy.ts'

/** Delays reloads and the redirect to sign-in while there is unsaved input. */
export const useBusyWhile = (isUnsaved: boolean): void => {
  const { t } = useTranslation('assessments/admin/results')
  useEffect(() => (isUnsaved ? registerBusy(t('unsaved')) : undefined), [isUnsaved, t])
}
