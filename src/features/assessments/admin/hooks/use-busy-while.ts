import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { registerBusy } from '#src/core/session/busy.ts'

/** While something typed is not saved, reloads and the way to the sign-in page wait. */
export const useBusyWhile = (unsaved: boolean): void => {
  const { t } = useTranslation('assessments/admin/results')
  useEffect(() => (unsaved ? registerBusy(t('unsaved')) : undefined), [unsaved, t])
}
