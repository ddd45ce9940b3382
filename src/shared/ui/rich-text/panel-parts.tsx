import type { Editor } from '@tiptap/react'
import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { Button } from '../Button.tsx'
import type { RichTextKey } from './texts.ts'

/** Props of a panel's form: the editor, and its texts by key. */
export type FieldsProps<Key extends string> = {
  editor: Editor
  text: (key: Key) => string
  onClose: () => void
}
export type PanelProps = FieldsProps<RichTextKey>

type ButtonsProps<Key extends string> = {
  text: (key: Key | 'cancel') => string
  action: Key
  disabled?: boolean
  onAction: () => void
  onClose: () => void
  removal?: Key
  onRemove?: () => void
}

/** The buttons of a panel. */
export const PanelButtons = <Key extends string>({
  text,
  action,
  disabled = false,
  onAction,
  onClose,
  removal,
  onRemove,
}: ButtonsProps<Key>) => (
  <div className="flex flex-wrap gap-2">
    <Button size="sm" disabled={disabled} onClick={onAction}>
      {text(action)}
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

/** A panel between the toolbar and the text. It focuses its first field, and Escape closes it. */
export const PanelFrame = ({ onClose, children }: { onClose: () => void; children: ReactNode }) => {
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => container.current?.querySelector('input')?.focus(), [])
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape closes the panel, wherever the focus is inside
    <div
      ref={container}
      className="flex flex-col gap-3 border-b border-line p-3"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onClose()
      }}
    >
      {children}
    </div>
  )
}

/** Enter belongs to the panel, not to the form around it. */
export const swallowEnter = (event: KeyboardEvent) => {
  if (event.key === 'Enter') event.preventDefault()
}

/** The selected text, without formatting. */
export const selectedText = (editor: Editor): string => {
  const { from, to } = editor.state.selection
  return editor.state.doc.textBetween(from, to, '\n')
}
