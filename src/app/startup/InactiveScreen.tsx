import { useTranslation } from 'react-i18next'
import { runtimeConfig } from '#src/core/client-config/runtime-config.ts'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { StartScreen } from './StartScreen.tsx'

/** Spec 2: an inactive client tells the user to contact support. */
export const InactiveScreen = () => {
  const { t } = useTranslation('app')
  const email = runtimeConfig().client?.support_email
  return (
    <StartScreen
      illustration="inactive"
      title={t('startup.inactive.title')}
      text={
        email ? t('startup.inactive.text') : `${t('startup.inactive.text')} ${t('startup.inactive.noEmail')}`
      }
      action={
        email && (
          <>
            <a className={buttonClass({})} href={`mailto:${email}`}>
              {t('startup.inactive.contact')}
            </a>
            <p dir="ltr" className="w-full text-sm text-ink-muted">
              {email}
            </p>
          </>
        )
      }
    />
  )
}
