import { useState } from 'react'
import { Field } from '../forms/Field.tsx'
import { TextInput } from '../forms/TextInput.tsx'
import { FormulaFields } from './FormulaFields.tsx'
import { insertFormula } from './formula.ts'
import { CodeFields, LinkFields } from './insert-fields.tsx'
import { PanelButtons, PanelFrame, swallowEnter, type PanelProps } from './panel-parts.tsx'

export type Panel = 'code' | 'formula' | 'link' | 'image'
type Props = PanelProps & { panel: Panel }

const ALT_MAX = 300

/** The form for a code block, a formula, a link or a picture, between the toolbar and the text. */
export const RichTextPanel = ({ panel, ...props }: Props) => {
  /** A code block with the language `math` becomes a formula, where formulas are allowed. */
  const insertAsFormula = (language: string, tex: string) => {
    const isFormula = language === 'math' && 'formulaBlock' in props.editor.schema.nodes
    if (isFormula) insertFormula(props.editor, { tex, block: true })
    return isFormula
  }
  return (
    <PanelFrame onClose={props.onClose}>
      {panel === 'code' && <CodeFields {...props} insertAsOther={insertAsFormula} />}
      {panel === 'formula' && <FormulaFields {...props} />}
      {panel === 'link' && <LinkFields {...props} />}
      {panel === 'image' && <ImageFields {...props} />}
    </PanelFrame>
  )
}

/** The picture's alternative text. */
const ImageFields = ({ editor, text, onClose }: PanelProps) => {
  const [alt, setAlt] = useState(() => (editor.getAttributes('image') as { alt?: string | null }).alt ?? '')
  const apply = () => {
    editor.chain().updateAttributes('image', { alt: alt.trim() }).run()
    onClose()
  }
  const remove = () => {
    editor.chain().focus().deleteSelection().run()
    onClose()
  }
  return (
    <>
      <Field label={text('imageAlt')} hint={text('imageAltHint')}>
        {(control) => (
          <TextInput
            {...control}
            maxLength={ALT_MAX}
            value={alt}
            onChange={(event) => setAlt(event.target.value)}
            onKeyDown={(event) => {
              swallowEnter(event)
              if (event.key === 'Enter') apply()
            }}
          />
        )}
      </Field>
      <PanelButtons
        text={text}
        action="apply"
        onAction={apply}
        onClose={onClose}
        removal="removeImage"
        onRemove={remove}
      />
    </>
  )
}
