import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '#contract/languages.ts'
import { changeLanguage, offeredLanguages } from '#src/core/i18n/language.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { appearances, setAppearance, useAppearance } from '#src/core/theme/mode.ts'
import { Segmented } from '#src/shared/ui/forms/Segmented.tsx'
import { Section } from './Section.tsx'

/** Each language named in itself, for people who read only that one. */
const nativeName = (language: Language) =>
  new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language

/** Language and appearance; both apply at once and are stored on the device. */
export const PreferencesCard = () => {
  const { t } = useTranslation('profile')
  const language = useLanguage()
  const appearance = useAppearance()
  /** Shown as chosen at once, while its texts load. */
  const [pendingLanguage, setPendingLanguage] = useState<Language | null>(null)
  const choose = (code: Language) => {
    setPendingLanguage(code)
    void changeLanguage(code).finally(() => setPendingLanguage(null))
  }
  return (
    <Section id="preferences" title={t('preferences.title')}>
      <div className="grid gap-6 lg:grid-cols-2">
        <Segmented
          legend={t('preferences.language')}
          value={pendingLanguage ?? language}
          options={offeredLanguages().map((code) => ({ value: code, label: nativeName(code), lang: code }))}
          onChange={choose}
        />
        <Segmented
          legend={t('preferences.appearance')}
          value={appearance}
          options={appearances.map((name) => ({ value: name, label: t(`preferences.${name}`) }))}
          onChange={setAppearance}
        />
      </div>
    </Section>
  )
}
