import { useTranslation } from 'react-i18next'
import Moon from 'lucide-react/icons/moon'
import Sun from 'lucide-react/icons/sun'
import { LanguageSelect } from '#src/core/i18n/LanguageSelect.tsx'
import { setAppearance } from '#src/core/theme/mode.ts'
import { IconButton } from '#src/shared/ui/IconButton.tsx'

/** Language and appearance before sign-in; the language select is hidden if the client offers only one. */
export const PageTools = () => {
  const { t } = useTranslation('auth')
  return (
    <div className="ms-auto flex shrink-0 items-center gap-1">
      {/* CSS shows one of the two by the page's mode, also when the system changes it. */}
      <IconButton
        label={t('page.darkMode')}
        icon={<Moon aria-hidden="true" size={20} />}
        className="dark:hidden"
        onClick={() => setAppearance('dark')}
      />
      <IconButton
        label={t('page.lightMode')}
        icon={<Sun aria-hidden="true" size={20} />}
        className="not-dark:hidden"
        onClick={() => setAppearance('light')}
      />
      <LanguageSelect label={t('page.language')} />
    </div>
  )
}
