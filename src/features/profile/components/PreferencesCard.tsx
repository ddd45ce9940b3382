import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '#contract/common.ts'
import { changeLanguage, offeredLanguages } from '#src/core/i18n/language.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { appearances, setAppearance, useAppearance } from '#src/core/theme/mode.ts'
import { Segmented } from '#src/shared/ui/forms/Segmented.tsx'
import { SectionCard } from './SectionCard.tsx'

/** Each language under its own name, so that it is found by whoever reads only that one. */
const ownName = (language: Language) =>
  new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language

/** Language and appearance; both take effect at once and are remembered on this device. */
export const PreferencesCard = () => {
  const { t } = useTranslation('profile')
  const language = useLanguage()
  const appearance = useAppearance()
  /** Shown as chosen at the touch, while its texts are on their way. */
  const [coming, setComing] = useState<Language | null>(null)
  const choose = (code: Language) => {
    setComing(code)
    void changeLanguage(code).finally(() => setComing(null))
  }
  return (
    <SectionCard title={t('preferences.title')}>
      <div className="grid gap-6 lg:grid-cols-2">
        <Segmented
          legend={t('preferences.language')}
          value={coming ?? language}
          options={offeredLanguages().map((code) => ({ value: code, label: ownName(code), lang: code }))}
          onChange={choose}
        />
        <Segmented
          legend={t('preferences.appearance')}
          value={appearance}
          options={appearances.map((name) => ({ value: name, label: t(`preferences.${name}`) }))}
          onChange={setAppearance}
        />
      </div>
    </SectionCard>
  )
}
