import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { directionOf, languageInfo, languages, type Language } from '#contract/languages.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { Segmented } from '#src/shared/ui/forms/Segmented.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { NO_TEXTS } from '../../model/look.ts'
import type { EditProps } from './edit-props.ts'

const TEXTS = [
  ['heading', 80],
  ['before', 120],
  ['after', 120],
] as const

/** Words of one's own in each language. An empty one is the standard text of that language, never another language's. */
export const OwnTexts = ({ look, onChange }: EditProps) => {
  const { t } = useTranslation('certificates/admin')
  const [language, setLanguage] = useState<Language>(useLanguage())
  const texts = look.texts[language] ?? NO_TEXTS
  return (
    <section aria-labelledby="own-texts" className="flex flex-col gap-3">
      <h2 id="own-texts" className="text-sm font-medium text-ink">
        {t('templates.texts.title')}
      </h2>
      <Segmented
        legend={<span className="sr-only">{t('templates.texts.language')}</span>}
        value={language}
        options={languages.map((value) => ({ value, label: languageInfo(value).name, lang: value }))}
        onChange={setLanguage}
      />
      {TEXTS.map(([name, max]) => (
        <Field key={name} label={t(`templates.texts.${name}`)}>
          {(control) => (
            <TextInput
              {...control}
              dir={directionOf(language)}
              lang={language}
              maxLength={max}
              placeholder={t('templates.texts.standard')}
              value={texts[name]}
              onChange={({ target }) =>
                onChange({
                  ...look,
                  texts: { ...look.texts, [language]: { ...texts, [name]: target.value } },
                })
              }
            />
          )}
        </Field>
      ))}
    </section>
  )
}
