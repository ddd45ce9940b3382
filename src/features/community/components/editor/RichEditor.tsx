import { EditorContent } from '@tiptap/react'
import { useRef, useState } from 'react'
import type { EditorProps } from '../Editor.tsx'
import { InsertPanel, type Panel } from './InsertPanel.tsx'
import { MentionList } from './MentionList.tsx'
import { Toolbar } from './Toolbar.tsx'
import { useRichEditor } from './use-rich-editor.ts'
import './editor.css'

/**
 * The editable text with its toolbar. Keys: Ctrl or Cmd with B, I, Z, Shift+Z; Ctrl or Cmd and Enter submits;
 * @ mentions somebody.
 */
export const RichEditor = (props: EditorProps & { labelId: string }) => {
  const [panel, setPanel] = useState<Panel | null>(null)
  const frame = useRef<HTMLDivElement>(null)
  const { editor, mentions, addImages } = useRichEditor(props)
  return (
    <div ref={frame} className="relative">
      <div className="overflow-hidden rounded-lg border border-line-strong bg-surface-raised focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-focus">
        <Toolbar
          editor={editor}
          panel={panel}
          onPanel={(next) => setPanel(next === panel ? null : next)}
          onImages={(files) => void addImages(files)}
        />
        {panel && (
          <InsertPanel
            key={panel}
            panel={panel}
            editor={editor}
            onClose={() => {
              setPanel(null)
              editor.commands.focus()
            }}
          />
        )}
        <div className="relative">
          {editor.isEmpty && (
            <p aria-hidden="true" className="pointer-events-none absolute inset-x-3 top-3 text-ink-muted">
              {props.placeholder}
            </p>
          )}
          <EditorContent editor={editor} />
        </div>
      </div>
      <MentionList editor={editor} mentions={mentions} frame={frame} />
    </div>
  )
}
