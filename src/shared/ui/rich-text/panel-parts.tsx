import type { Editor } from '@tiptap/react'
import type { KeyboardEvent } from 'react'
import { Button } from '../Button.tsx'
import type { RichTextKey } from './texts.ts'

type Text = (key: RichTextKey) => string
/** What the fields of a panel get. */
export type PanelProps = { editor: Editor; text: Text; onClose: () => void }

type ButtonsProps = {
  text: Text
  deed: 'insert' | 'apply'
  disabled?: boolean
  onDeed: () => void
  onClose: () => void
  removal?: 'unlink' | 'removeImage' | 'removeFormula'
  onRemove?: () => void
}

/** Below the fields of a panel. */
export const Buttons = ({
  text,
  deed,
  disabled = false,
  onDeed,
  onClose,
  removal,
  onRemove,
}: ButtonsProps) => (
  <div className="flex flex-wrap gap-2">
    <Button size="sm" disabled={disabled} onClick={onDeed}>
      {text(deed)}
    </Button>
    {removal && (
      <Button size="sm" variant="secondary" onClick={onRemove}>
        {text(removal)}
      </Button>
    )}
    <Button size="sm" variant="ghost" onClick={onClose}>
      {text('cancel')}
    </Button>
  </div>
)

/** Enter belongs to the panel, not to the form around it. */
export const swallowEnter = (event: KeyboardEvent) => {
  if (event.key === 'Enter') event.preventDefault()
}

/** What is selected in the text, as plain words. */
export const selectedText = (editor: Editor): string => {
  const { from, to } = editor.state.selection
  return editor.state.doc.textBetween(from, to, '\n')
}
