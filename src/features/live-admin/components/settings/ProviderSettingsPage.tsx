import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { adminPaths } from '#src/core/admin-paths.ts'
import { BackLink } from '#src/shared/ui/BackLink.tsx'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { providersQuery } from '../../api/live-admin.queries.ts'
import { Waiting } from '../editor/EditorPages.tsx'
import { ConsentSetting } from './ConsentSetting.tsx'
import { ProviderForm } from './ProviderForm.tsx'

/** The meeting services of the client and its rule for recordings, for admins. */
export const ProviderSettingsPage = () => {
  const { t } = useTranslation('live-admin')
  const providers = useQuery(providersQuery())
  return (
    <>
      <PageHeader
        above={<BackLink to={adminPaths.live}>{t('edit.back')}</BackLink>}
        title={t('settings.title')}
        text={t('settings.intro')}
      />
      {providers.data ? (
        <div className="grid items-start gap-6 lg:grid-cols-2">
          <div className="lg:col-span-2">
            <ConsentSetting rule={providers.data.consent_rule} />
          </div>
          {providers.data.providers.map((settings) => (
            <ProviderForm key={`${settings.provider} ${settings.url ?? ''}`} settings={settings} />
          ))}
        </div>
      ) : (
        <Waiting query={providers} />
      )}
    </>
  )
}
