import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '#contract/languages.ts'
import { cut } from '#contract/text/truncate.ts'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { TextArea } from '#src/shared/ui/forms/TextInput.tsx'

const LINES_MAX = 20
const LINE_MAX = 300

type Props = {
  label: string
  /** An additional hint. */
  hint: ReactNode
  lang: Language
  lines: readonly string[]
  onChange: (lines: string[]) => void
}

/**
 * Several short texts, one per line. Empty lines stay while the author writes but are never shown to
 * learners.
 */
export const LineList = ({ label, hint, lang, lines, onChange }: Props) => {
  const { t } = useTranslation('course-builder')
  return (
    <Field
      label={label}
      hint={
        <>
          {t('field.onePerLine')} {hint}
        </>
      }
    >
      {(control) => (
        <TextArea
          {...control}
          lang={lang}
          rows={Math.max(3, lines.length + 1)}
          value={lines.join('\n')}
          onChange={(event) =>
            onChange(
              event.target.value === ''
                ? []
                : event.target.value
                    .split('\n')
                    .slice(0, LINES_MAX)
                    .map((line) => cut(line, LINE_MAX)),
            )
          }
        />
      )}
    </Field>
  )
}
