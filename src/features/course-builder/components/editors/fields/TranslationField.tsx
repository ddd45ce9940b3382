import type { Language } from '#contract/common.ts'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { TextArea, TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { useBuilder } from '../../../hooks/use-builder.ts'
import { SourceHint } from './SourceHint.tsx'

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
  const { state } = useBuilder()
  const main = state.document.course.language
  const words = {
    lang: language,
    dir: 'auto',
    maxLength: max,
    value,
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  }
  return (
    <Field label={label} hint={<SourceHint source={source} main={main} translated={value.trim() !== ''} />}>
      {(control) =>
        rows ? <TextArea {...control} {...words} rows={rows} /> : <TextInput {...control} {...words} />
      }
    </Field>
  )
}
