import { useTranslation } from 'react-i18next'
import { useLogoUrl } from '#src/core/theme/logo-url.ts'
import { runtimeConfig } from '#src/core/client-config/runtime-config.ts'

/** Looks like the loader of index.html, for loading that continues after it. */
export const Loader = () => {
  const { t } = useTranslation('app')
  const { client } = runtimeConfig()
  const logoUrl = useLogoUrl(client)
  return (
    <div className="loader" role="status">
      {client && logoUrl && <img src={logoUrl} alt={client.name} />}
      <span className="loader-bar" aria-hidden="true" />
      <span>{t('startup.loading')}</span>
    </div>
  )
}
