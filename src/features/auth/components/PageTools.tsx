import { useTranslation } from 'react-i18next'
import Moon from 'lucide-react/icons/moon'
import Sun from 'lucide-react/icons/sun'
import type { Language } from '#contract/languages.ts'
import { changeLanguage, offeredLanguages } from '#src/core/i18n/language.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { setAppearance } from '#src/core/theme/mode.ts'
import { IconButton } from '#src/shared/ui/IconButton.tsx'

/** Each language named in itself, for people who read only that one. */
const nativeName = (language: Language) =>
  new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language

/** Language and appearance before sign-in; the language select is hidden if the client offers only one. */
export const PageTools = () => {
  const { t } = useTranslation('auth')
  const language = useLanguage()
  const offered = offeredLanguages()
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
      {offered.length > 1 && (
        <select
          aria-label={t('page.language')}
          className="control w-auto border-line font-native text-sm"
          value={language}
          onChange={(event) => void changeLanguage(event.target.value as Language)}
        >
          {offered.map((code) => (
            <option key={code} value={code} lang={code}>
              {nativeName(code)}
            </option>
          ))}
        </select>
      )}
    </div>
  )
}
