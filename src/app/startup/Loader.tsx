import { useTranslation } from 'react-i18next'
import { runtimeConfig } from '#src/core/client-config/runtime-config.ts'

/** The same picture as index.html paints first, for whatever still loads after it. */
export const Loader = () => {
  const { t } = useTranslation('app')
  const { client } = runtimeConfig()
  return (
    <div className="loader" role="status">
      {client?.app_logo_url && <img src={client.app_logo_url} alt={client.name} />}
      <span className="loader-bar" aria-hidden="true" />
      <span>{t('startup.loading')}</span>
    </div>
  )
}
