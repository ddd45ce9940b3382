import { useEditorState, type Editor } from '@tiptap/react'
import { Button } from '../Button.tsx'
import { changeTable, inTable, tableActions } from './table.ts'
import type { RichTextKey } from './texts.ts'

/** What can be done to the table one stands in. */
export const TableBar = ({ editor, text }: { editor: Editor; text: (key: RichTextKey) => string }) => {
  const shown = useEditorState({ editor, selector: ({ editor: now }) => inTable(now) })
  if (!shown) return null
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
          // The text keeps its selection.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => changeTable(editor, action)}
        >
          {text(action)}
        </Button>
      ))}
    </div>
  )
}
