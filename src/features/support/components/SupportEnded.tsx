import { useTranslation } from 'react-i18next'
import { Button } from '#src/shared/ui/Button.tsx'

/** What is left of the tab: it must not turn into the administrator's own app. */
export const SupportEnded = () => {
  const { t } = useTranslation('support')
  return (
    <main className="mx-auto grid min-h-dvh max-w-md place-content-center gap-4 px-4 text-center text-ink">
      <h1 className="text-2xl font-semibold">{t('ended.title')}</h1>
      <p className="text-ink-muted">{t('ended.text')}</p>
      <Button className="mx-auto" onClick={() => window.close()}>
        {t('ended.close')}
      </Button>
    </main>
  )
}
