import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { shallowEqual } from 'react-redux'
import { selectRoleFlags } from '#src/core/session/auth-slice.ts'
import { useAppSelector } from '#src/core/store/hooks.ts'
import { adminBottomItems, adminItems } from './nav-items.ts'
import { Shell } from './Shell.tsx'
import { useClient } from './use-client.ts'

/** The layout of the admin area; the logo links to the learner's home. */
export const AdminShell = ({ children }: { children: ReactNode }) => {
  const { t } = useTranslation('app')
  const { features } = useClient()
  const roles = useAppSelector(selectRoleFlags, shallowEqual)
  return (
    <Shell side={adminItems(features, roles)} bottom={adminBottomItems(features)} label={t('shell.adminNav')}>
      {children}
    </Shell>
  )
}
