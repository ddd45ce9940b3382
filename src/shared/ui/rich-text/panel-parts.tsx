import type { Editor } from '@tiptap/react'
import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { Button } from '../Button.tsx'
import type { RichTextKey } from './texts.ts'

/** What the fields of a panel get: the editor, and what they say by id. */
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

/** Below the fields of a panel. */
export const Buttons = <Key extends string>({
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

/** Between the tools and the text: its first field has the focus, and Escape gives up wherever that is inside. */
export const PanelFrame = ({ onClose, children }: { onClose: () => void; children: ReactNode }) => {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.querySelector('input')?.focus(), [])
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape gives up, wherever the focus is inside
    <div
      ref={box}
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

/** What is selected in the text, as plain words. */
export const selectedText = (editor: Editor): string => {
  const { from, to } = editor.state.selection
  return editor.state.doc.textBetween(from, to, '\n')
}
