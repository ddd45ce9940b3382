import { useTranslation } from 'react-i18next'
import { runtimeConfig } from '#src/core/client-config/runtime-config.ts'
import { dismissInstall, install, useInstall } from '#src/core/pwa/install.ts'
import { isolated } from '#src/shared/lib/text/isolated.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { PromptCard } from './PromptCard.tsx'

/** Spec 2: on mobile, while the browser offers to install. */
export const InstallPrompt = () => {
  const { t } = useTranslation('pwa')
  const state = useInstall()
  if (state !== 'available' && state !== 'installing') return null
  const installing = state === 'installing'
  return (
    <PromptCard
      title={t('install.title', { name: isolated(runtimeConfig().client?.name ?? '') })}
      text={t('install.text')}
      actions={
        <>
          <Button variant="secondary" disabled={installing} onClick={dismissInstall}>
            {t('install.dismiss')}
          </Button>
          <Button pending={installing} onClick={() => void install()}>
            {t(installing ? 'install.installing' : 'install.install')}
          </Button>
        </>
      }
    />
  )
}
