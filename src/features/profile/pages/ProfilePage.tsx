import { useTranslation } from 'react-i18next'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { AccountCard } from '../components/AccountCard.tsx'
import { DevicesCard } from '../components/DevicesCard.tsx'
import { PasswordCard } from '../components/PasswordCard.tsx'
import { PreferencesCard } from '../components/PreferencesCard.tsx'

/** /user-profile: account facts, language and appearance, password, signed-in devices. */
export const ProfilePage = () => {
  const { t } = useTranslation('profile')
  return (
    <>
      <PageHeader title={t('title')} />
      <div className="grid gap-6">
        <AccountCard />
        <PreferencesCard />
        <PasswordCard />
        <DevicesCard />
      </div>
    </>
  )
}
