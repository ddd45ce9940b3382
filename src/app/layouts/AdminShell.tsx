import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { adminBottomItems, adminSideItems } from './nav-items.ts'
import { Shell } from './Shell.tsx'
import { useClient } from './use-client.ts'

/** The layout of the admin area; the logo links to the learner's home. */
export const AdminShell = ({ children }: { children: ReactNode }) => {
  const { t } = useTranslation('app')
  const { features } = useClient()
  return (
    <Shell side={adminSideItems(features)} bottom={adminBottomItems(features)} label={t('shell.adminNav')}>
      {children}
    </Shell>
  )
}
