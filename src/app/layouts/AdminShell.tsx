import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { adminBottomItems, adminSideItems } from './nav-items.ts'
import { Shell } from './Shell.tsx'
import { useClient } from './use-client.ts'

/** Around every page of the admin area; the logo leads back to the learner's side. */
export const AdminShell = ({ children }: { children: ReactNode }) => {
  const { t } = useTranslation('app')
  const { features } = useClient()
  return (
    <Shell side={adminSideItems(features)} bottom={adminBottomItems(features)} label={t('shell.adminNav')}>
      {children}
    </Shell>
  )
}
