import { Suspense, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import { AccountCard } from '../components/AccountCard.tsx'
import { DevicesCard } from '../components/DevicesCard.tsx'
import { PasswordCard } from '../components/PasswordCard.tsx'
import { PreferencesCard } from '../components/PreferencesCard.tsx'

interface Props {
  activity?: ReactNode
  notifications?: ReactNode
  twoStep?: ReactNode
}

/**
 * /user-profile: account, `activity`, language and appearance, `notifications`, password,
 * `twoStep`, and signed-in devices.
 */
export const ProfilePage = ({ activity, notifications, twoStep }: Props) => {
  const { t } = useTranslation('profile')
  return (
    <>
      <PageHeader title={t('title')} />
      <div className="grid gap-6">
        <AccountCard />
        {activity && <Suspense fallback={<Skeleton className="h-96" />}>{activity}</Suspense>}
        <PreferencesCard />
        {notifications && <Suspense fallback={<Skeleton className="h-96" />}>{notifications}</Suspense>}
        <PasswordCard />
        {twoStep && <Suspense fallback={<Skeleton className="h-48" />}>{twoStep}</Suspense>}
        <DevicesCard />
      </div>
    </>
  )
}
