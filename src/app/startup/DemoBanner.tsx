import { useTranslation } from 'react-i18next'
import { runtimeConfig } from '#src/core/client-config/runtime-config.ts'

/** Above every page of a demo that others can reach (rules: Running it). */
export const DemoBanner = () => {
  const { t } = useTranslation('app')
  if (!runtimeConfig().demo_banner) return null
  return (
    <aside
      aria-label={t('startup.demo.label')}
      className="border-b border-line bg-warning-soft px-4 py-2 text-center text-sm font-medium text-warning-text"
    >
      {t('startup.demo.text')}
    </aside>
  )
}
