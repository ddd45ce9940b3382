import { TEST_INPUT_MAX } from '#contract/problems/problems.ts'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { TextArea } from '#src/shared/ui/forms/TextInput.tsx'

type Props = {
  label: string
  hint?: string
  value: string
  rows?: number
  max?: number
  onChange: (value: string) => void
}

/** A text area for code: left to right, without spell checking. */
export const CodeArea = ({ label, hint, value, rows = 6, max = TEST_INPUT_MAX, onChange }: Props) => (
  <Field label={label} hint={hint}>
    {(control) => (
      <TextArea
        {...control}
        dir="ltr"
        rows={rows}
        maxLength={max}
        spellCheck={false}
        className="font-mono text-sm"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    )}
  </Field>
)
