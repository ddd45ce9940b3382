import { useTranslation } from 'react-i18next'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { BrandTab } from '../components/brand/BrandTab.tsx'

/** /admin/settings: what admins decide about their organisation. */
export const SettingsPage = () => {
  const { t } = useTranslation('settings')
  return (
    <>
      <PageHeader title={t('title')} text={t('intro')} />
      <BrandTab />
    </>
  )
}
