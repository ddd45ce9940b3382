import { useTranslation } from 'react-i18next'
import { languages, type Language } from '#contract/common.ts'
import { Segmented } from '#src/shared/ui/forms/Segmented.tsx'
import { useBuilder } from '../../../hooks/use-builder.ts'
import { FallbackNote } from './FallbackNote.tsx'

type Props = {
  shown: Language
  /** Whether learners of the shown language see it already. */
  translated: boolean
  onChange: (language: Language) => void
}

/** In which language a content is written; what misses is shown in the course's own, and said so. */
export const LanguageSwitch = ({ shown, translated, onChange }: Props) => {
  const { t } = useTranslation('course-builder')
  const { state } = useBuilder()
  const main = state.document.course.language
  return (
    <>
      <Segmented<Language>
        legend={t('settings.textsIn')}
        value={shown}
        options={[main, ...languages.filter((each) => each !== main)].map((value) => ({
          value,
          lang: value,
          label: t(`languages.${value}`),
        }))}
        onChange={onChange}
      />
      {shown !== main && <FallbackNote key={shown} shown={shown} main={main} translated={translated} />}
    </>
  )
}
