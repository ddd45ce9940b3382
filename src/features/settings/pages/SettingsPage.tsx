import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { Tabs } from '#src/shared/ui/Tabs.tsx'
import { AccountsTab } from '../components/AccountsTab.tsx'
import { BrandTab } from '../components/brand/BrandTab.tsx'
import { DomainsTab } from '../components/domains/DomainsTab.tsx'
import { FeaturesTab } from '../components/FeaturesTab.tsx'
import { LanguagesTab } from '../components/LanguagesTab.tsx'
import { LegalTab } from '../components/legal/LegalTab.tsx'
import { MailTab } from '../components/MailTab.tsx'
import { ServicesTab } from '../components/services/ServicesTab.tsx'

const PARTS = {
  brand: BrandTab,
  features: FeaturesTab,
  languages: LanguagesTab,
  accounts: AccountsTab,
  legal: LegalTab,
  domains: DomainsTab,
  mail: MailTab,
  services: ServicesTab,
} as const
const parts = Object.keys(PARTS) as (keyof typeof PARTS)[]

/** /admin/settings: what admins decide about their organisation. The address names the part. */
export const SettingsPage = () => {
  const { t } = useTranslation('settings')
  const [address, setAddress] = useSearchParams()
  const part = parts.find((each) => each === address.get('part')) ?? 'brand'
  return (
    <>
      <PageHeader title={t('title')} text={t('intro')} />
      <Tabs
        label={t('parts.label')}
        value={part}
        onValueChange={(next) => setAddress(next === 'brand' ? {} : { part: next }, { replace: true })}
        tabs={parts.map((value) => {
          const Part = PARTS[value]
          return { value, label: t(`parts.${value}`), content: <Part /> }
        })}
      />
    </>
  )
}
