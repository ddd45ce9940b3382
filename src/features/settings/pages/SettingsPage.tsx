import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router-dom'
import { adminPaths } from '#src/core/admin-paths.ts'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { Tabs } from '#src/shared/ui/Tabs.tsx'
import { BrandTab } from '../components/brand/BrandTab.tsx'
import { FeaturesTab } from '../components/FeaturesTab.tsx'
import { LanguagesTab } from '../components/LanguagesTab.tsx'
import { MailTab } from '../components/MailTab.tsx'

const PARTS = { brand: BrandTab, features: FeaturesTab, languages: LanguagesTab, mail: MailTab } as const
const parts = Object.keys(PARTS) as (keyof typeof PARTS)[]

/** /admin/settings: what admins decide about their organisation. The address names the part. */
export const SettingsPage = () => {
  const { t } = useTranslation('settings')
  const [address, setAddress] = useSearchParams()
  const part = parts.find((each) => each === address.get('part')) ?? 'brand'
  return (
    <>
      <PageHeader
        title={t('title')}
        text={t('intro')}
        actions={
          <Link
            to={adminPaths.signIn}
            className="inline-flex min-h-11 items-center font-medium text-primary-text hover:underline"
          >
            {t('signIn')}
          </Link>
        }
      />
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
