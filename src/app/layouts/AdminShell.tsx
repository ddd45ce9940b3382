import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { shallowEqual } from 'react-redux'
import { hasFeature } from '#src/core/client-config/features.ts'
import { selectRoleFlags } from '#src/core/session/auth-slice.ts'
import { useAppSelector } from '#src/core/store/hooks.ts'
import {
  ADMIN_API,
  ADMIN_CERTIFICATES,
  ADMIN_GRADING,
  ADMIN_JOBS,
  ADMIN_PAYMENT_LIST,
  ADMIN_PLATFORM,
  ADMIN_SECURITY,
  ADMIN_SETTINGS,
  adminBottomItems,
  adminSideItems,
} from './nav-items.ts'
import { Shell } from './Shell.tsx'
import { useClient } from './use-client.ts'

/** The layout of the admin area; the logo links to the learner's home. */
export const AdminShell = ({ children }: { children: ReactNode }) => {
  const { t } = useTranslation('app')
  const { features } = useClient()
  const { mayAdminister, isSuperAdmin } = useAppSelector(selectRoleFlags, shallowEqual)
  const side = [
    ...adminSideItems(features),
    ...(hasFeature(features, 'admin_course_builder') ? [ADMIN_GRADING] : []),
    ...(hasFeature(features, 'job_portal') ? [ADMIN_JOBS] : []),
    ...(mayAdminister && hasFeature(features, 'course') ? [ADMIN_CERTIFICATES, ADMIN_PAYMENT_LIST] : []),
    ...(mayAdminister ? [ADMIN_SECURITY, ADMIN_SETTINGS, ADMIN_API] : []),
    ...(isSuperAdmin ? [ADMIN_PLATFORM] : []),
  ]
  return (
    <Shell side={side} bottom={adminBottomItems(features)} label={t('shell.adminNav')}>
      {children}
    </Shell>
  )
}
