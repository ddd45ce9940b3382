import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { runtimeConfig } from '#src/core/client-config/runtime-config.ts'
import { LanguageSelect } from '#src/core/i18n/LanguageSelect.tsx'
import { paths } from '#src/core/paths.ts'
import { useLogoUrl } from '#src/core/theme/logo-url.ts'
import { PublicFrame } from '#src/shared/ui/PublicFrame.tsx'

/** `title` is null until it is known. */
export const WorkshopFrame = ({ title, children }: { title: string | null; children: ReactNode }) => {
  const { t } = useTranslation('workshops')
  const { client } = runtimeConfig()
  const logo = useLogoUrl(client)
  return (
    <PublicFrame
      title={title}
      client={{ name: client?.name ?? '', logo, supportEmail: client?.support_email ?? null }}
      homePath={paths.home}
      label={t('main')}
      tools={<LanguageSelect label={t('language')} />}
    >
      {children}
    </PublicFrame>
  )
}
