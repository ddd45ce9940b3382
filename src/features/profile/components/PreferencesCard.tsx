import { useTranslation } from 'react-i18next'
import type { Language } from '#contract/common.ts'
import { changeLanguage, offeredLanguages } from '#src/core/i18n/language.ts'
import { useLanguage } from '#src/core/i18n/use-text.ts'
import { appearances, setAppearance, useAppearance } from '#src/core/theme/mode.ts'
import { ChoiceGroup } from './ChoiceGroup.tsx'
import { SectionCard } from './SectionCard.tsx'

/** Each language under its own name, so that it is found by whoever reads only that one. */
const ownName = (language: Language) =>
  new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language

/** Language and appearance; both take effect at once and are remembered on this device. */
export const PreferencesCard = () => {
  const { t } = useTranslation('profile')
  const language = useLanguage()
  const appearance = useAppearance()
  return (
    <SectionCard title={t('preferences.title')}>
      <div className="grid gap-6 lg:grid-cols-2">
        <ChoiceGroup
          legend={t('preferences.language')}
          value={language}
          options={offeredLanguages().map((code) => ({ value: code, label: ownName(code), lang: code }))}
          onChange={(code) => void changeLanguage(code)}
        />
        <ChoiceGroup
          legend={t('preferences.appearance')}
          value={appearance}
          options={appearances.map((name) => ({ value: name, label: t(`preferences.${name}`) }))}
          onChange={setAppearance}
        />
      </div>
    </SectionCard>
  )
}
