import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { captionChoices, textSizes } from '#contract/profile/display.ts'
import type { Language } from '#contract/languages.ts'
import { changeLanguage, offeredLanguages } from '#src/core/i18n/language.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { storeDisplay, useDisplay } from '#src/core/theme/display.ts'
import { appearances, setAppearance, useAppearance } from '#src/core/theme/mode.ts'
import { Segmented } from '#src/shared/ui/forms/Segmented.tsx'
import { Switch } from '#src/shared/ui/forms/Switch.tsx'
import { Section } from '../Section.tsx'
import { AccountChoices } from './AccountChoices.tsx'
import { languageOptions } from './language-options.ts'

/** Language, time zone, appearance and accessibility. Every choice applies at once. */
export const PreferencesCard = () => {
  const { t } = useTranslation('profile')
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-10 [&>*+*]:border-t [&>*+*]:border-line [&>*+*]:pt-10">
      <Section id="preferences" title={t('preferences.title')}>
        <div className="grid gap-8">
          <PageLanguage />
          <AccountChoices />
        </div>
      </Section>
      <Section id="display" title={t('display.title')} text={t('display.text')}>
        <DisplayChoices />
      </Section>
    </div>
  )
}

const PageLanguage = () => {
  const { t } = useTranslation('profile')
  const language = useLanguage()
  /** Shown as chosen at once, while its texts load. */
  const [pending, setPending] = useState<Language | null>(null)
  const choose = (code: Language) => {
    setPending(code)
    void changeLanguage(code).finally(() => setPending(null))
  }
  return (
    <Segmented
      legend={t('preferences.language')}
      value={pending ?? language}
      options={languageOptions(offeredLanguages())}
      onChange={choose}
    />
  )
}

const DisplayChoices = () => {
  const { t } = useTranslation('profile')
  const appearance = useAppearance()
  const display = useDisplay()
  return (
    <div className="grid gap-8">
      <Segmented
        legend={t('preferences.appearance')}
        value={appearance}
        options={appearances.map((name) => ({ value: name, label: t(`preferences.${name}`) }))}
        onChange={setAppearance}
      />
      <Segmented
        legend={t('display.size')}
        value={display.text_size}
        options={textSizes.map((value) => ({ value, label: t(`display.sizes.${value}`) }))}
        onChange={(size) => storeDisplay({ ...display, text_size: size })}
      />
      <Switch
        checked={display.motion === 'reduced'}
        label={t('display.motion')}
        hint={t('display.motionHint')}
        onChange={(isOn) => storeDisplay({ ...display, motion: isOn ? 'reduced' : 'system' })}
      />
      <div>
        <Segmented
          legend={t('display.captions')}
          value={display.captions}
          options={captionChoices.map((value) => ({ value, label: t(`display.captionChoices.${value}`) }))}
          onChange={(captions) => storeDisplay({ ...display, captions })}
        />
        <p className="mt-2 text-sm text-ink-muted">{t('display.captionsHint')}</p>
      </div>
    </div>
  )
}
