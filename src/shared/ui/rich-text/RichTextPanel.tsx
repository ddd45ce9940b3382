import { useState } from 'react'
import { Field } from '../forms/Field.tsx'
import { TextInput } from '../forms/TextInput.tsx'
import { FormulaFields } from './FormulaFields.tsx'
import { putFormula } from './formula.ts'
import { CodeFields, LinkFields } from './insert-fields.tsx'
import { Buttons, PanelFrame, swallowEnter, type PanelProps } from './panel-parts.tsx'

export type Panel = 'code' | 'formula' | 'link' | 'image'
type Props = PanelProps & { panel: Panel }

const ALT_MAX = 300

/** Asks for what a code block, a formula, a link or a picture needs, between the tools and the text. */
export const RichTextPanel = ({ panel, ...props }: Props) => {
  /** What is written as `math` where formulas can stand is one. */
  const asFormula = (language: string, tex: string) => {
    const isFormula = language === 'math' && 'formulaBlock' in props.editor.schema.nodes
    if (isFormula) putFormula(props.editor, { tex, block: true })
    return isFormula
  }
  return (
    <PanelFrame onClose={props.onClose}>
      {panel === 'code' && <CodeFields {...props} asOther={asFormula} />}
      {panel === 'formula' && <FormulaFields {...props} />}
      {panel === 'link' && <LinkFields {...props} />}
      {panel === 'image' && <ImageFields {...props} />}
    </PanelFrame>
  )
}

/** What the picture shows, for who does not see it. */
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
      <Buttons
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
