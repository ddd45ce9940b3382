import Languages from 'lucide-react/icons/languages'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { languages, type Language } from '#contract/languages.ts'
import { TITLE_MAX } from '#contract/course-builder/draft.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { useBuilder } from '../../../hooks/use-builder.ts'
import { TranslationField } from './TranslationField.tsx'

type Titles = Partial<Record<Language, string>>
type Props = {
  title: string
  titles: Titles
  onTitle: (title: string) => void
  onTitles: (titles: Titles) => void
}

/** The title in the main language, with the translations behind a button. */
export const TitleFields = ({ title, titles, onTitle, onTitles }: Props) => {
  const { t } = useTranslation('course-builder')
  const { state } = useBuilder()
  const main = state.document.course.language
  const [isOpen, setIsOpen] = useState(false)
  const otherLanguages = languages.filter((language) => language !== main)
  return (
    <div className="flex flex-col gap-3">
      <Field
        label={t('field.title')}
        required
        aside={
          <Button
            size="sm"
            variant="ghost"
            aria-expanded={isOpen}
            icon={<Languages aria-hidden="true" size={16} />}
            onClick={() => setIsOpen(!isOpen)}
          >
            {t('field.translations')}
          </Button>
        }
      >
        {(control) => (
          <TextInput
            {...control}
            lang={main}
            maxLength={TITLE_MAX}
            value={title}
            onChange={(event) => onTitle(event.target.value)}
          />
        )}
      </Field>
      {isOpen &&
        otherLanguages.map((language) => (
          <TranslationField
            key={language}
            label={t('field.titleIn', { language: t(`languages.${language}`) })}
            source={title}
            language={language}
            max={TITLE_MAX}
            value={titles[language] ?? ''}
            onChange={(text) => onTitles(withText(titles, language, text))}
          />
        ))}
    </div>
  )
}

/** An empty text removes the translation. */
const withText = (titles: Titles, language: Language, text: string): Titles => {
  const { [language]: _, ...others } = titles
  return text === '' ? others : { ...others, [language]: text }
}
