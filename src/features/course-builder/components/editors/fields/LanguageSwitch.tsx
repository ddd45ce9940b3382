import { useTranslation } from 'react-i18next'
import { languages, type Language } from '#contract/languages.ts'
import { Segmented } from '#src/shared/ui/forms/Segmented.tsx'
import { useBuilder } from '../../../hooks/use-builder.ts'
import { TranslationNote } from './TranslationNote.tsx'

type Props = {
  language: Language
  /** Whether the content is translated into the shown language. */
  translated: boolean
  onChange: (language: Language) => void
}

/**
 * Selects the language to write in. A note says which language learners see instead of a missing
 * translation.
 */
export const LanguageSwitch = ({ language, translated, onChange }: Props) => {
  const { t } = useTranslation('course-builder')
  const { state } = useBuilder()
  const main = state.document.course.language
  return (
    <>
      <Segmented<Language>
        legend={t('settings.textsIn')}
        value={language}
        options={[main, ...languages.filter((each) => each !== main)].map((value) => ({
          value,
          lang: value,
          label: t(`languages.${value}`),
        }))}
        onChange={onChange}
      />
      {language !== main && (
        <TranslationNote key={language} language={language} main={main} translated={translated} />
      )}
    </>
  )
}
