import type { Language } from '#contract/languages.ts'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { TextArea, TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { useBuilder } from '../../../hooks/use-builder.ts'
import { SourceHint } from './SourceHint.tsx'

type Props = {
  label: string
  /** The text in the course's main language. */
  source: string
  language: Language
  value: string
  max: number
  /** Shows a text area with this many rows. */
  rows?: number
  onChange: (text: string) => void
}

/** The translation of one text, with the source text as its hint. */
export const TranslationField = ({ label, source, language, value, max, rows, onChange }: Props) => {
  const { state } = useBuilder()
  const main = state.document.course.language
  const inputProps = {
    lang: language,
    dir: 'auto',
    maxLength: max,
    value,
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  }
  return (
    <Field label={label} hint={<SourceHint source={source} main={main} translated={value.trim() !== ''} />}>
      {(control) =>
        rows ? (
          <TextArea {...control} {...inputProps} rows={rows} />
        ) : (
          <TextInput {...control} {...inputProps} />
        )
      }
    </Field>
  )
}
