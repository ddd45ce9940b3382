import { Suspense, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { cx } from '#src/shared/lib/cx.ts'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import { DevicesCard } from '../components/DevicesCard.tsx'
import { OwnDataSection } from '../components/own-data/OwnDataSection.tsx'
import { OwnProfileSections } from '../components/OwnProfileSections.tsx'
import { PasswordCard } from '../components/PasswordCard.tsx'
import { PreferencesCard } from '../components/PreferencesCard.tsx'
import { SectionNav, type SectionLink } from '../components/SectionNav.tsx'

interface Props {
  activity?: ReactNode
  notifications?: ReactNode
  twoStep?: ReactNode
}

/**
 * /user-profile: about the person, account, `activity`, language and appearance, `notifications`, password,
 * `twoStep`, signed-in devices and the person's own data.
 */
export const ProfilePage = ({ activity, notifications, twoStep }: Props) => {
  const { t } = useTranslation('profile')
  const sections: SectionLink[] = [
    { id: 'about', label: t('about.title') },
    { id: 'contact', label: t('account.title') },
    { id: 'public', label: t('public.title') },
    ...(activity ? [{ id: 'activity', label: t('nav.activity') }] : []),
    { id: 'preferences', label: t('preferences.title') },
    ...(notifications ? [{ id: 'notification-settings', label: t('nav.notifications') }] : []),
    { id: 'password', label: t('nav.password') },
    ...(twoStep ? [{ id: 'two-step', label: t('nav.twoStep') }] : []),
    { id: 'devices', label: t('devices.title') },
    { id: 'own-data', label: t('ownData.title') },
  ]
  return (
    <>
      <PageHeader title={t('title')} />
      <div className="lg:grid lg:grid-cols-[13rem_minmax(0,44rem)] lg:gap-12">
        <SectionNav sections={sections} />
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-10 [&>*+*]:border-t [&>*+*]:border-line [&>*+*]:pt-10">
          <OwnProfileSections />
          {activity && <Part id="activity" className="[&_dl]:lg:grid-cols-2" height="h-28" part={activity} />}
          <PreferencesCard />
          {notifications && <Part id="notification-settings" height="h-96" part={notifications} />}
          <PasswordCard />
          {twoStep && <Part id="two-step" height="h-48" part={twoStep} />}
          <DevicesCard />
          <OwnDataSection />
        </div>
      </div>
    </>
  )
}

interface PartProps {
  id: string
  height: string
  part: ReactNode
  className?: string
}

/** A section of another feature, which may still load. */
const Part = ({ id, height, part, className }: PartProps) => (
  <div id={id} className={cx('min-w-0 scroll-mt-20', className)}>
    <Suspense fallback={<Skeleton className={height} />}>{part}</Suspense>
  </div>
)
