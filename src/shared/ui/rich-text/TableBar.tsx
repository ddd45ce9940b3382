import { useEditorState, type Editor } from '@tiptap/react'
import { Button } from '../Button.tsx'
import { changeTable, isCursorInTable, tableActions } from './table.ts'
import type { RichTextKey } from './texts.ts'

/** Actions on the table at the cursor. */
export const TableBar = ({ editor, text }: { editor: Editor; text: (key: RichTextKey) => string }) => {
  const isShown = useEditorState({ editor, selector: ({ editor: now }) => isCursorInTable(now) })
  if (!isShown) return null
  return (
    <div
      role="group"
      aria-label={text('tableTools')}
      className="flex flex-wrap gap-1 border-b border-line p-1.5"
    >
      {tableActions.map((action) => (
        <Button
          key={action}
          size="sm"
          variant="ghost"
          // Keeps the text selection.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => changeTable(editor, action)}
        >
          {text(action)}
        </Button>
      ))}
    </div>
  )
}
