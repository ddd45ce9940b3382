import { useTranslation } from 'react-i18next'
import type { Language } from '#contract/common.ts'
import { Field } from '#src/shared/ui/Field.tsx'
import { TextArea, TextInput } from '#src/shared/ui/TextInput.tsx'
import { useBuilder } from '../../hooks/use-builder.ts'

type Props = {
  label: string
  /** In the course's own language: shown beside the field, and to learners while the field is empty. */
  source: string
  language: Language
  value: string
  max: number
  /** More than one line. */
  rows?: number
  onChange: (text: string) => void
}

/** One text in another language, with what it translates and what is shown while it is missing. */
export const TranslationField = ({ label, source, language, value, max, rows, onChange }: Props) => {
  const { t } = useTranslation('course-builder')
  const { state } = useBuilder()
  const main = state.document.course.language
  const fallback = t('field.fallback', { language: t(`languages.${main}`) })
  const words = {
    lang: language,
    dir: 'auto',
    maxLength: max,
    value,
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  }
  return (
    <Field
      label={label}
      hint={
        <>
          <span className="block whitespace-pre-line">
            <bdi lang={main}>{source}</bdi>
          </span>
          {value.trim() === '' && <span className="text-warning-text">{fallback}</span>}
        </>
      }
    >
      {(control) =>
        rows ? <TextArea {...control} {...words} rows={rows} /> : <TextInput {...control} {...words} />
      }
    </Field>
  )
}
