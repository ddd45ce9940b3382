import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { studentBottomItems, studentSideItems } from './nav-items.ts'
import { Shell } from './Shell.tsx'
import { useClient } from './use-client.ts'

/** The layout of the learner's pages. */
export const StudentShell = ({ children }: { children: ReactNode }) => {
  const { t } = useTranslation('app')
  const { features } = useClient()
  return (
    <Shell side={studentSideItems(features)} bottom={studentBottomItems(features)} label={t('shell.mainNav')}>
      {children}
    </Shell>
  )
}
